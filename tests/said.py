"""What is stored as codes with facts, as its reader will read it."""

from judge.report.saying import worded


def in_words(value):
    """A stored value with every saying in it in words."""
    if isinstance(value, dict):
        if set(value) == {"code", "facts"}:
            return worded(value)
        return {name: in_words(one) for name, one in value.items()}
    return [in_words(one) for one in value] if isinstance(value, list) else value


def facts_in_words(facts):
    """The facts of a mail; of a notice its subject and its text as well."""
    found = {name: one if name == "notice" else in_words(one) for name, one in facts.items()}
    if "notice" in facts:
        subject, _, text = worded(facts["notice"]).partition("\n")
        found |= {"subject": subject, "text": text.strip()}
    return found
