// Sections with which each brand composes a home of its own: features, steps, shortcuts, departments, panels.
import type { BlockView } from "@fieldhouse/rules";
import clsx from "clsx";
import { Anchor } from "../../../ui/Anchor";
import { ButtonLink } from "../../../ui/Button";
import { Icon, isIconName } from "../../../ui/Icon";
import { LinkList } from "../../../ui/LinkList";
import { SectionHead } from "../../../ui/SectionHead";

type Of<Kind extends BlockView["kind"]> = Extract<BlockView, { kind: Kind }>;

interface Ground {
  look: string;
  dark: boolean;
}

const plain: Ground = { look: "bg-surface text-ink", dark: false };
const grounds: Record<string, Ground> = {
  secondary: { look: "bg-alt text-ink", dark: false },
  highlight: { look: "bg-highlight text-ink", dark: false },
  primary: { look: "on-dark bg-primary text-on-primary", dark: true },
  black: { look: "on-dark bg-black text-white", dark: true },
};

/** A picture with words beside it. */
export function Feature({ feature }: { feature: Of<"feature"> }) {
  const ground = grounds[feature.ground] ?? plain;
  return (
    <section aria-label={feature.title} className={clsx("band later", ground.look)}>
      <div className="page-width grid items-center gap-8 py-10 md:grid-cols-2 md:gap-16 md:py-16">
        <div className={clsx(feature.side === "left" && "md:order-2")}>
          <h2 className="heading-case text-4xl md:text-5xl">{feature.title}</h2>
          <p className="mt-4 max-w-prose text-lg leading-relaxed">{feature.text}</p>
          {feature.facts?.length ? (
            <ul className="mt-5 space-y-2.5">
              {feature.facts.map((fact) => (
                <li key={fact} className="flex items-start gap-2.5 font-medium">
                  <Icon name="check" className="mt-0.5 size-5" />
                  {fact}
                </li>
              ))}
            </ul>
          ) : null}
          {feature.cta ? (
            <ButtonLink
              href={feature.cta.href}
              newTab={feature.cta.newTab}
              tone={ground.dark ? "inverse" : "primary"}
              size="large"
              className="mt-7"
            >
              {feature.cta.title}
            </ButtonLink>
          ) : null}
        </div>
        <img
          src={feature.image.href}
          alt={feature.image.alt}
          width={feature.image.width}
          height={feature.image.height}
          loading="lazy"
          className={clsx(
            "aspect-4/3 w-full rounded-brand-lg object-cover",
            !ground.dark && ground !== plain && "mix-blend-multiply",
          )}
        />
      </div>
    </section>
  );
}

/** Numbered steps. */
export function Steps({ section }: { section: Of<"steps"> }) {
  return (
    <section aria-label={section.title} className="page-width section later">
      <SectionHead title={section.title} {...(section.text ? { text: section.text } : {})}>
        {section.cta ? (
          <ButtonLink href={section.cta.href} newTab={section.cta.newTab} tone="outline">
            {section.cta.title}
          </ButtonLink>
        ) : null}
      </SectionHead>
      <ol
        className={clsx(
          "grid gap-4 md:gap-6",
          // Three of them stand in one row, never two and one.
          section.steps.length === 3
            ? "md:auto-cols-fr md:grid-flow-col"
            : "sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col",
        )}
      >
        {section.steps.map((step, index) => (
          <li key={step.title} className="rounded-brand-lg bg-alt p-6">
            <span aria-hidden="true" className="heading text-5xl text-accent">
              {index + 1}
            </span>
            <h3 className="mt-3 text-2xl">{step.title}</h3>
            <p className="mt-2 text-muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A strip of short ways, on the brand's own dark ground. */
export function Shortcuts({ section }: { section: Of<"shortcuts"> }) {
  return (
    <section aria-label={section.title} className="on-dark band bg-footer text-on-footer">
      <ul className="page-width grid sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:divide-x lg:divide-white/20">
        {section.shortcuts.map((shortcut) => {
          const content = (
            <>
              {shortcut.icon && isIconName(shortcut.icon) ? (
                <Icon name={shortcut.icon} className="mt-0.5 size-7" />
              ) : null}
              <span>
                <span className="heading heading-case block text-xl underline-offset-4 group-hover:underline">
                  {shortcut.title}
                </span>
                <span className="mt-1 block text-footer-soft text-sm">{shortcut.text}</span>
              </span>
            </>
          );
          const look = "group flex gap-4 py-5 lg:px-6 lg:py-7";
          return (
            <li key={shortcut.title} className="lg:first:-ml-6">
              {shortcut.link ? (
                <Anchor href={shortcut.link.href} newTab={shortcut.link.newTab} className={look}>
                  {content}
                </Anchor>
              ) : (
                <div className={look}>{content}</div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** An index of departments with what is below each. */
export function Departments({ section }: { section: Of<"departments"> }) {
  return (
    <section aria-label={section.title} className="page-width section later">
      <SectionHead title={section.title} {...(section.text ? { text: section.text } : {})} />
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {section.departments.map((department) => (
          <li key={department.title} className="flex gap-4 rounded-brand border border-line p-4">
            <img
              src={department.image.href}
              alt=""
              width={department.image.width}
              height={department.image.height}
              loading="lazy"
              className="size-24 shrink-0 rounded-brand bg-alt object-cover md:size-28"
            />
            <div className="min-w-0 flex-1">
              <h3 className="text-xl">
                <Anchor
                  href={department.link.href}
                  newTab={department.link.newTab}
                  className="flex min-h-11 items-center underline-offset-4 hover:underline md:min-h-8"
                >
                  {department.title}
                </Anchor>
              </h3>
              <LinkList links={department.links} tone="primary" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Panels side by side, each on a ground of its own. */
export function Panels({ section }: { section: Of<"panels"> }) {
  return (
    <section aria-label={section.title} className="page-width section later">
      <SectionHead title={section.title} />
      <ul className="grid gap-4 md:auto-cols-fr md:grid-flow-col md:gap-6">
        {section.panels.map((panel) => {
          const ground = grounds[panel.ground] ?? plain;
          return (
            <li
              key={panel.title}
              className={clsx("group relative flex flex-col overflow-hidden rounded-brand-lg", ground.look)}
            >
              <img
                src={panel.image.href}
                alt=""
                width={panel.image.width}
                height={panel.image.height}
                loading="lazy"
                className={clsx("aspect-4/3 w-full object-cover", !ground.dark && "mix-blend-multiply")}
              />
              <div className="flex flex-1 flex-col items-start p-6 md:p-8">
                <h3 className="heading-case text-3xl">{panel.title}</h3>
                <p className="mt-2 mb-5 text-lg">{panel.text}</p>
                <Anchor
                  href={panel.link.href}
                  newTab={panel.link.newTab}
                  className="mt-auto inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 before:absolute before:inset-0 group-hover:underline"
                >
                  {panel.link.title}
                  <Icon name="arrow-right" className="size-5" />
                </Anchor>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
