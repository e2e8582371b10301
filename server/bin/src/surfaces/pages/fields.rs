//! The markup of a form that needs no script: labelled fields with what is wrong at each. Every text is escaped here.

use fieldhouse_kernel::http::html::escaped;

/// How a field is entered.
#[derive(Debug, Clone, Copy)]
pub enum Control<'a> {
    /// One line, by the `type` of its input.
    Line(&'static str),
    /// Several lines.
    Lines,
    /// One of a list.
    Choice(&'a [String]),
    /// Yes or no.
    Tick,
}

/// A field with what was entered before.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    /// Name of the value that is sent.
    pub name: &'a str,
    /// Label.
    pub label: &'a str,
    /// How it is entered.
    pub control: Control<'a>,
    /// It may not be left empty.
    pub required: bool,
    /// Token of the HTML `autocomplete` attribute, or empty.
    pub autocomplete: &'a str,
    /// What was entered.
    pub value: &'a str,
    /// What is wrong with it, or empty.
    pub error: &'a str,
}

/// A form being written; it posts to an address of this site.
#[derive(Debug)]
pub struct Form {
    out: String,
    /// The first field with an error has the focus.
    focused: bool,
}

impl Form {
    /// A form by the address it posts to.
    pub fn new(action: &str) -> Self {
        Self { out: ["<form method=\"post\" action=\"", &escaped(action), "\">"].concat(), focused: false }
    }

    /// What is said of the whole form, at its top.
    pub fn alert(&mut self, text: &str) {
        self.out.push_str(&["<p class=\"wrong\" role=\"alert\">", &escaped(text), "</p>"].concat());
    }

    /// A labelled field.
    pub fn field(&mut self, field: &Field<'_>) {
        let [name, label, value] = [field.name, field.label, field.value].map(escaped);
        let wrong = !field.error.is_empty();
        let id = ["field-", &name].concat();
        let mut attributes = [" id=\"", &id, "\" name=\"", &name, "\""].concat();
        if !field.autocomplete.is_empty() {
            attributes.push_str(&[" autocomplete=\"", &escaped(field.autocomplete), "\""].concat());
        }
        if field.required {
            attributes.push_str(" aria-required=\"true\"");
        }
        if wrong {
            attributes.push_str(&[" aria-invalid=\"true\" aria-describedby=\"", &id, "-error\""].concat());
            if !self.focused {
                attributes.push_str(" autofocus");
                self.focused = true;
            }
        }
        let star = if field.required { "<span aria-hidden=\"true\"> *</span>" } else { "" };
        let label = ["<label for=\"", &id, "\">", &label, star, "</label>"].concat();
        let control = match field.control {
            Control::Line(kind) => ["<input type=\"", kind, "\"", &attributes, " value=\"", &value, "\">"].concat(),
            // The first line break of a textarea's text is the markup's own.
            Control::Lines => ["<textarea rows=\"5\"", &attributes, ">\n", &value, "</textarea>"].concat(),
            Control::Choice(options) => {
                let options = options.iter().map(|option| {
                    let chosen = if option == field.value { " selected" } else { "" };
                    ["<option", chosen, ">", &escaped(option), "</option>"].concat()
                });
                let options: Vec<String> = options.collect();
                let parts = [
                    "<select",
                    &attributes,
                    "><option value=\"\">Please choose</option>",
                    &options.concat(),
                    "</select>",
                ];
                parts.concat()
            }
            Control::Tick => {
                let ticked = if matches!(field.value, "on" | "true" | "yes") { " checked" } else { "" };
                ["<input type=\"checkbox\"", &attributes, ticked, ">"].concat()
            }
        };
        let error = if wrong {
            ["<p class=\"wrong\" id=\"", &id, "-error\">", &escaped(field.error), "</p>"].concat()
        } else {
            String::new()
        };
        let [first, second] = if matches!(field.control, Control::Tick) { [control, label] } else { [label, control] };
        let kind = if matches!(field.control, Control::Tick) { "tick" } else { "field" };
        self.out.push_str(&["<div class=\"", kind, "\">", &first, &second, &error, "</div>"].concat());
    }

    /// A field no person sees.
    pub fn trap(&mut self, name: &str) {
        let parts = [
            "<div class=\"trap\" aria-hidden=\"true\"><label>Leave this empty <input type=\"text\" name=\"",
            &escaped(name),
            "\" tabindex=\"-1\" autocomplete=\"off\"></label></div>",
        ];
        self.out.push_str(&parts.concat());
    }

    /// The whole form with its button.
    pub fn finish(mut self, submit: &str) -> String {
        self.out.push_str(&["<button type=\"submit\">", &escaped(submit), "</button></form>"].concat());
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Field<'static> = Field {
        name: "email",
        label: "Email",
        control: Control::Line("email"),
        required: true,
        autocomplete: "email",
        value: "pat",
        error: "",
    };

    #[test]
    fn a_field_is_labelled_and_tells_what_is_wrong() {
        let mut form = Form::new("/forms/contact");
        form.field(&Field { error: "Not an e-mail", ..PLAIN });
        form.field(&Field { name: "note", control: Control::Lines, value: "\na", error: "Too long", ..PLAIN });
        let html = form.finish("Send");
        assert!(
            html.contains("<label for=\"field-email\">Email<span aria-hidden=\"true\"> *</span></label>"),
            "{html}"
        );
        let input = "<input type=\"email\" id=\"field-email\" name=\"email\" autocomplete=\"email\" aria-required=\"true\" \
                     aria-invalid=\"true\" aria-describedby=\"field-email-error\" autofocus value=\"pat\">\
                     <p class=\"wrong\" id=\"field-email-error\">Not an e-mail</p>";
        assert!(html.contains(input), "{html}");
        assert_eq!(html.matches("autofocus").count(), 1, "the first broken field has the focus");
        assert!(html.contains(">\n\na</textarea>"), "a first line break is kept: {html}");
    }

    #[test]
    fn a_choice_and_a_tick_keep_what_was_entered() {
        let options = ["A".to_owned(), "B".to_owned()];
        let mut form = Form::new("/");
        form.field(&Field { control: Control::Choice(&options), value: "B", ..PLAIN });
        form.field(&Field { control: Control::Tick, value: "on", required: false, ..PLAIN });
        let html = form.finish("Send");
        assert!(html.contains("<option>A</option><option selected>B</option>"), "{html}");
        assert!(html.contains("<input type=\"checkbox\"") && html.contains(" checked><label"), "{html}");
    }

    #[test]
    fn r52_whatever_a_form_shows_is_text() {
        let evil = "\"><script>alert(1)</script>'&";
        let mut form = Form::new(evil);
        form.alert(evil);
        form.trap(evil);
        let options = [evil.to_owned()];
        for control in [Control::Line("text"), Control::Lines, Control::Choice(&options), Control::Tick] {
            let [name, label, value, error, autocomplete] = [evil; 5];
            form.field(&Field { name, label, control, required: true, autocomplete, value, error });
        }
        let html = form.finish(evil);
        assert!(!html.contains("<script") && !html.contains("\"\"><"), "{html}");
    }
}
