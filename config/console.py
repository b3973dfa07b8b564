"""Mail on the console, written so that whoever runs the site can read it: in any language, with its links whole."""

from django.core.mail import EmailMessage
from django.core.mail.backends import console


class EmailBackend(console.EmailBackend):
    def write_message(self, message: EmailMessage) -> None:
        """To whom, about what, and the text itself instead of its bytes for the wire (base64 where it is Russian)."""
        self.stream.write(f"To: {', '.join(message.recipients())}\nSubject: {message.subject}\n\n{message.body}\n")
        self.stream.write("-" * 79 + "\n")
