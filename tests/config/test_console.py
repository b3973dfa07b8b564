"""Mail that is printed: whoever runs the site finds the link in it."""

from io import StringIO

from django.core.mail import EmailMessage

from config.console import EmailBackend


def test_a_russian_letter_is_printed_as_it_reads_with_its_link_whole() -> None:
    printed = StringIO()
    link = "http://127.0.0.1:8000/accounts/password/reset/key/3-diu544-2d81f33898cc78b21330b530aa85f691/"
    letter = EmailMessage(
        "Сброс пароля", f"Нажмите на ссылку:\n\n{link}\n", "Fray <fray@localhost>", ["anna@example.org"]
    )
    assert EmailBackend(stream=printed).send_messages([letter]) == 1
    assert printed.getvalue().startswith("To: anna@example.org\nSubject: Сброс пароля\n\nНажмите на ссылку:\n\n" + link)
