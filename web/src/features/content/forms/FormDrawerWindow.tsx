// The form drawer's window with its hosted form. A form that cannot be loaded is logged (shell §8), and the
// ways to reach a person are shown in its place.
import { useEffect } from "react";
import { useShell } from "../../../shared/site";
import { Anchor } from "../../../ui/Anchor";
import { Drawer } from "../../../ui/Dialog";
import { LoadingShape, Skeleton } from "../../../ui/Skeleton";
import { useForm } from "./api";
import HostedForm from "./HostedForm";

interface FormDrawerWindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Of the drawer; a form that is not the drawer's first has its own title. */
  header: string;
  slug: string;
  /** Where the focus goes when it closes. */
  finalFocus: () => HTMLElement | null;
}

export default function FormDrawerWindow({ open, onOpenChange, header, slug, finalFocus }: FormDrawerWindowProps) {
  const { data: form, error } = useForm(slug, open);
  const { footer } = useShell();
  useEffect(() => {
    if (error) console.error("the form could not be loaded", error);
  }, [error]);
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={header || form?.title || "Form"} finalFocus={finalFocus}>
      <div className="p-4 md:p-6">
        {form ? (
          <HostedForm key={form.slug} form={form} hideTitle onLeave={() => onOpenChange(false)} />
        ) : error ? (
          <ul>
            {footer.getInTouch.map((way) => (
              <li key={way.link.href}>
                <Anchor href={way.link.href} className="flex min-h-11 items-center font-semibold underline">
                  {way.link.title}
                </Anchor>
              </li>
            ))}
          </ul>
        ) : (
          <LoadingShape>
            <Skeleton className="h-11" />
            <Skeleton className="mt-4 h-11" />
            <Skeleton className="mt-4 h-32" />
          </LoadingShape>
        )}
      </div>
    </Drawer>
  );
}
