"""The workbench in a browser: a page for people who think in pictures. Everything it shows comes from other rooms."""
