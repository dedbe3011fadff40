"""The door for programs: a seat's view, orders and answers as JSON over HTTP, by the seat's token."""
