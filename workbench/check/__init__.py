"""What is wrong, odd or worth knowing about tile sets: one module per family of checks."""
