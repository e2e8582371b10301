// The steps of checkout at the top of each: what is done can be gone back to.
import type { CheckoutStep } from "@fieldhouse/rules";
import { stepToShow } from "@fieldhouse/rules/account";
import clsx from "clsx";
import { Anchor } from "../../../ui/Anchor";
import { Icon } from "../../../ui/Icon";
import { stepNames, stepPaths, steps } from "./steps";

interface Props {
  current: CheckoutStep;
  unfinished: CheckoutStep;
}

export function StepList({ current, unfinished }: Props) {
  return (
    <nav aria-label="Checkout steps">
      <ol className="flex flex-wrap items-center gap-x-3 max-sm:text-sm sm:gap-x-2 md:gap-x-4">
        {steps.map((step, index) => {
          const open = stepToShow(step, unfinished) === step;
          const done = open && step !== unfinished && step !== current;
          const face = (
            <>
              <span
                className={clsx(
                  "grid size-7 shrink-0 place-items-center rounded-full border-2 font-bold text-sm",
                  step === current
                    ? "border-primary bg-primary text-on-primary"
                    : done
                      ? "border-good text-good"
                      : "border-control text-muted",
                )}
              >
                {done ? <Icon name="check" className="size-4" /> : index + 1}
              </span>
              <span
                className={
                  step === current ? "font-bold" : open ? "underline-offset-4 group-hover:underline" : "text-muted"
                }
              >
                {stepNames[step]}
                {done ? <span className="sr-only"> (done)</span> : null}
              </span>
            </>
          );
          const classes = "group inline-flex min-h-11 items-center gap-1.5 sm:gap-2";
          return (
            <li key={step} className="flex items-center gap-2 md:gap-4">
              {index > 0 ? <span aria-hidden="true" className="hidden h-0.5 w-8 bg-line sm:block md:w-16" /> : null}
              {step === current ? (
                <span className={classes} aria-current="step">
                  {face}
                </span>
              ) : open ? (
                <Anchor href={stepPaths[step]} className={classes}>
                  {face}
                </Anchor>
              ) : (
                <span className={classes}>{face}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
