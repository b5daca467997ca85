from .dev import clear, KIND
