// The newsletter signup band (shell §2, §4): the thanks are shown at once; if the request then fails, the
// error shows under the field and the thanks go away (decisions: content).
import { checkEmail, type NewsletterView } from "@fieldhouse/rules";
import { type SubmitEvent, useId, useState } from "react";
import { sendJson } from "../../../shared/client";
import { pushEvent } from "../../../shared/data-layer";
import { apiUrls } from "../../../shared/endpoints";
import { sentenceOf } from "../../../shared/failures";
import { paths } from "../../../shared/paths";
import { Button } from "../../../ui/Button";
import { controlClasses } from "../../../ui/Field";
import { Icon } from "../../../ui/Icon";

export default function NewsletterBand({ newsletter }: { newsletter: NewsletterView }) {
  const id = useId();
  const [email, setEmail] = useState("");
  const [error, setError] = useState("");
  const [thanked, setThanked] = useState(false);

  async function subscribe(event: SubmitEvent) {
    event.preventDefault();
    const [broken] = checkEmail(email);
    setError(broken?.message ?? "");
    if (broken) {
      document.getElementById(id)?.focus();
      return;
    }
    setThanked(true);
    try {
      await sendJson("POST", apiUrls.newsletter, { email });
      pushEvent({ event: "newsletter_subscription" });
    } catch (failure) {
      setThanked(false);
      setError(sentenceOf(failure));
    }
  }

  return (
    <section aria-label={newsletter.headerTitle} className="on-dark band bg-primary text-on-primary">
      <div className="page-width grid items-center gap-6 py-10 md:grid-cols-2 md:gap-8 md:py-14 lg:gap-16">
        <div>
          <h2 className="heading-case text-3xl md:text-4xl">{newsletter.headerTitle}</h2>
          <p className="mt-2 text-lg">{newsletter.subtitle}</p>
        </div>
        <div role="status">
          {thanked ? (
            <div className="flex items-start gap-3">
              <Icon name="check" className="mt-1 size-6" />
              <div>
                <p className="font-bold text-lg">Thank you for joining our Team!</p>
                <p>We’ve sent you an email to confirm your email and subscription.</p>
              </div>
            </div>
          ) : (
            <form
              method="post"
              action={paths.newsletter}
              noValidate
              aria-label={newsletter.headerTitle}
              onSubmit={(event) => void subscribe(event)}
            >
              <div className="flex flex-wrap gap-3">
                <label htmlFor={id} className="sr-only">
                  {newsletter.placeholder}
                </label>
                <input
                  id={id}
                  type="email"
                  name="email"
                  required
                  autoComplete="email"
                  inputMode="email"
                  placeholder={newsletter.placeholder}
                  value={email}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? `${id}-error` : undefined}
                  onChange={(event) => setEmail(event.currentTarget.value)}
                  className={`${controlClasses} flex-1 basis-44`}
                />
                <Button type="submit" tone="inverse">
                  {newsletter.buttonText}
                </Button>
              </div>
              {error ? (
                <p id={`${id}-error`} className="mt-2 flex items-start gap-1.5 font-medium">
                  <Icon name="attention" className="mt-0.5 size-5" />
                  {error}
                </p>
              ) : null}
            </form>
          )}
        </div>
      </div>
    </section>
  );
}
