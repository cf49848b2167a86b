"""Put on PYTHONPATH, this makes Python look like one without fcntl, forkserver, prctl, SIGTERM and the rest of POSIX.

What is left is what Windows has too. It reaches every process that the program starts, except Python's own resource
tracker, which there is only where there is POSIX.
"""

import ctypes
import importlib.abc
import multiprocessing.context
import multiprocessing.popen_fork
import multiprocessing.popen_spawn_posix
import multiprocessing.reduction
import multiprocessing.resource_tracker
import os
import signal
import sys

import platformdirs.unix

OF_THIS_SYSTEM = (multiprocessing.popen_spawn_posix, platformdirs.unix)  # loaded before what they ask for is hidden
MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "multiprocessing.forkserver"}
SIGNALS = ("SIGTERM", "SIGKILL", "SIGHUP", "pthread_sigmask", "sigwait")
KEPT = os.environ.get("BARE_SYSTEM_KEEPS", "").split()  # for libraries that ask for more; Windows does know SIGTERM
CALLS = ("fork", "getuid", "geteuid", "getgid", "getegid", "mkfifo", "mknod", "sched_getaffinity", "chown")


class Blocker(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):
        if fullname in MODULES:
            raise ImportError(f"{fullname} is not there on this system")


def library(name, *more, whole=ctypes.CDLL, **options):
    if name is None:
        raise TypeError("there is no library of this process")
    return whole(name, *more, **options)


def hide():
    signal_of = {name: getattr(signal, name) for name in SIGNALS}
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Blocker())
    for place, names in ((signal, SIGNALS), (os, CALLS)):
        for name in names:
            if name not in KEPT:
                delattr(place, name)
    for name in ("fork", "forkserver"):
        multiprocessing.context._concrete_contexts.pop(name, None)
    # Windows ends a process without a signal; what does it here asks for one that is hidden.
    kill = int(signal_of["SIGKILL"])
    multiprocessing.popen_fork.Popen.kill = lambda self: self._send_signal(kill)
    multiprocessing.popen_fork.Popen.terminate = lambda self: self._send_signal(kill)
    multiprocessing.reduction.HAVE_SEND_HANDLE = False
    multiprocessing.resource_tracker._HAVE_SIGMASK = False
    multiprocessing.context.DefaultContext.get_all_start_methods = lambda self: ["spawn"]
    multiprocessing.get_all_start_methods = lambda: ["spawn"]
    ctypes.CDLL = library


if "resource_tracker" not in " ".join(sys.orig_argv):
    hide()
