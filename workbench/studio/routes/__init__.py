"""What the server answers, one module for each page. A handler reads the request and calls another room."""
