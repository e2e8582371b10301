// The window that edits an order. While somebody types, the rule says in the browser what will be; the server says the same
// with the prices of the day a moment later, and again when the edit is applied.
import type { DeskOrderView, FieldError, OrderEditView } from "@fieldhouse/rules";
import { dollars } from "@fieldhouse/rules/desk";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../../../../shared/client";
import { useToast } from "../../../../ui/Toast";
import { send } from "../../../shared/client";
import { to } from "../../../shared/endpoints";
import { useDesk } from "../../../shared/queries";
import { useCap } from "../../../shared/session";
import { useUnsavedWindow } from "../../../shared/unsaved";
import { Button } from "../../../ui/Button";
import { Choice, Input, TextArea } from "../../../ui/Controls";
import { Moment } from "../../../ui/Moment";
import { Failed, RowShapes } from "../../../ui/Page";
import { ActForm, Window } from "../../../ui/Window";
import { letterText } from "../letters";
import type { ActWindowProps } from "../OrderWindows";
import { useAct } from "../use-act";
import { orderUrl } from "../use-order";
import { EditAddress } from "./EditAddress";
import { AddedLines, EditLines } from "./EditLines";
import { draftOf, foretold, nothing, type TypedEdit, typedOf, unreadable } from "./typed";

/** How long nothing is typed before the server is asked. */
const pause = 250;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const at = (errors: readonly FieldError[], field: string) => errors.find((error) => error.field === field)?.message;

export function EditWindow({ order, lines, onClose }: ActWindowProps) {
  const { id, version, number, site } = order.order;
  const cap = useCap("orders.discount", site);
  const [typed, setTyped] = useState<TypedEdit>(nothing);
  /** The edit that was kept for later and is gone on with. */
  const [taken, setTaken] = useState<{ edit: string; typed: TypedEdit }>();
  const client = useQueryClient();
  const say = useToast();
  const draft = draftOf(typed, lines, order.lineCount);
  const isKept = JSON.stringify(draft) === JSON.stringify(draftOf(taken?.typed ?? nothing, lines, order.lineCount));
  const [close, asks] = useUnsavedWindow(!isKept || unreadable(typed).length > 0, onClose);
  const asked = useSettled(JSON.stringify(draft));
  const url = to("/desk/api/orders/{id}/edits/preview", id);
  const told = useQuery({
    queryKey: [url, version, asked],
    queryFn: () => send("POST", url, { version, draft: JSON.parse(asked) }),
    placeholderData: keepPreviousData,
  });
  const editsUrl = to("/desk/api/orders/{id}/edits", id);
  const stage = () => send("POST", editsUrl, { version, draft });
  /** Nobody is to go on once more with the kept edit that became this one. The order without it, or as it was. */
  const dropTaken = async (changed: DeskOrderView): Promise<DeskOrderView> => {
    if (!taken) return changed;
    const discard = to("/desk/api/orders/{id}/edits/{edit}/discard", id, taken.edit);
    try {
      return await send("POST", discard, { version: changed.order.version });
    } catch (failure) {
      // Somebody else discarded it. Whatever else it is: what was asked for is done.
      const gone = failure instanceof ApiError && failure.status === 404;
      if (!gone) say("The edit that was kept for later is still there. Discard it once more.", "danger");
      return changed;
    }
  };
  const reread = () => void client.invalidateQueries({ queryKey: [editsUrl] });
  const act = useAct(
    order,
    async () => {
      const { id: edit } = await stage();
      try {
        return await dropTaken(
          await send("POST", to("/desk/api/orders/{id}/edits/{edit}/apply", id, edit), { version }),
        );
      } catch (failure) {
        // What is refused for what it says is not kept for later: nobody asked for that.
        const refused = failure instanceof ApiError && failure.status === 422;
        const discard = to("/desk/api/orders/{id}/edits/{edit}/discard", id, edit);
        if (refused) await send("POST", discard, { version }).catch(() => undefined);
        throw failure;
      }
    },
    `${number} is changed.`,
    () => {
      reread();
      onClose();
    },
  );
  const later = useAct(
    order,
    async () => {
      await stage();
      return dropTaken(order);
    },
    `The edit of ${number} is kept for later.`,
    () => {
      reread();
      // Its page says that it waits.
      void client.invalidateQueries({ queryKey: [orderUrl(id)] });
      onClose();
    },
  );
  if (!told.data) {
    return (
      <Window open onClose={close} wide title={`Edit ${number}`}>
        <div className="px-4 py-6">
          {told.error ? <Failed error={told.error} onRetry={() => void told.refetch()} /> : <RowShapes />}
        </div>
      </Window>
    );
  }
  const { basis, added, address, methods } = told.data;
  const settled = told.data.version === version && !told.isPlaceholderData && asked === JSON.stringify(draft);
  const live = settled ? told.data.preview : foretold(basis, draft);
  const preview = live ?? told.data.preview;
  // What only the server knows stands until it answers again.
  const errors = settled
    ? preview.errors
    : [...preview.errors, ...told.data.preview.errors.filter(({ field }) => !/^(amounts\.|$)/.test(field))];
  const empty = errors.some(({ code }) => code === "edit_nothing") || JSON.stringify(typed) === JSON.stringify(nothing);
  const whole = errors.filter(({ field, code }) => field === "" && code !== "edit_nothing");
  const problem = told.error
    ? "The server cannot say what this comes to. What you typed is kept."
    : whole.map(({ message }) => message).join(" ");
  const good = settled && errors.length === 0 && unreadable(typed).length === 0 && !empty;
  // Foretold, not forbidden: of caps at several brands only the least is known here.
  const above = cap !== undefined && preview.forCap > cap;
  return (
    <Window open onClose={close} wide title={`Edit ${number}`}>
      {asks}
      <ActForm
        act="Apply the changes"
        disabled={!good}
        pending={act.pending}
        problem={act.problem ?? later.problem ?? (problem || undefined)}
        onClose={close}
        onAct={act.run}
        told={empty ? "Nothing is changed yet." : `${preview.text} ${letterText(order, "order_edited")}`}
      >
        <Staged
          order={order}
          onTake={({ id, draft }) => {
            const again = typedOf(draft, order.lineCount);
            setTyped(again);
            setTaken({ edit: id, typed: again });
          }}
        />
        <EditLines lines={lines} basis={basis} draft={draft} typed={typed} errors={errors} onType={setTyped} />
        <AddedLines
          site={order.order.site}
          added={typed.added}
          articles={added}
          basis={basis}
          lineCount={order.lineCount}
          errors={errors}
          onType={(lines) => setTyped({ ...typed, added: lines })}
        />
        <EditAddress
          held={address}
          address={typed.address}
          errors={errors}
          onType={(next) => setTyped({ ...typed, address: next })}
        />
        <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
          <Choice
            label="Shipping method"
            none={`As it is: ${order.shippingMethod}`}
            choices={methods.map(({ key, label, cents }) => ({ code: key, name: `${label}, ${dollars(cents)}` }))}
            value={typed.method}
            error={at(errors, "shippingMethod") ?? at(errors, "address")}
            onChange={(event) => setTyped({ ...typed, method: event.target.value })}
          />
          <Input
            label="Purchase order"
            placeholder={order.order.poNumber}
            value={typed.poNumber}
            error={at(errors, "poNumber")}
            onChange={(event) => setTyped({ ...typed, poNumber: event.target.value })}
          />
          <Input
            label="Discount in dollars, in all"
            inputMode="decimal"
            placeholder={basis.discount > 0 ? dollars(basis.discount) : ""}
            value={typed.discount}
            error={at(errors, "amounts.discount") ?? act.errorAt("amounts.discount")}
            hint={
              above
                ? `Above ${dollars(cap)} a second person is needed: keep it for later, and whoever may take off that much applies it.`
                : undefined
            }
            onChange={(event) => setTyped({ ...typed, discount: event.target.value })}
          />
          <Input
            label="What the discount is for"
            value={typed.discountReason}
            error={at(errors, "amounts.discountReason")}
            onChange={(event) => setTyped({ ...typed, discountReason: event.target.value })}
          />
          <TextArea
            label="In words, for the buyer"
            rows={2}
            value={typed.note}
            error={at(errors, "note")}
            onChange={(event) => setTyped({ ...typed, note: event.target.value })}
          />
          <TextArea
            label="Why, for the house"
            rows={2}
            value={typed.reason}
            error={at(errors, "reason")}
            onChange={(event) => setTyped({ ...typed, reason: event.target.value })}
          />
        </div>
        <Sums before={preview.before} after={preview.after} />
        <div>
          <Button tone="quiet" disabled={!good || later.pending} onClick={later.run}>
            Keep it for later
          </Button>
        </div>
      </ActForm>
    </Window>
  );
}

interface SumsProps {
  before: { freight?: number | null; tax?: number | null };
  after: { freight?: number | null; tax?: number | null };
}

/** Freight and tax, where they become others. */
function Sums({ before, after }: SumsProps) {
  const rows = [
    ["Freight", before.freight ?? 0, after.freight ?? 0],
    ["Tax", before.tax ?? 0, after.tax ?? 0],
  ] as const;
  const changed = rows.filter(([, was, is]) => was !== is);
  if (changed.length === 0) return null;
  return (
    <p className="text-muted">
      {changed.map(([label, was, is]) => `${label}: ${dollars(is)} instead of ${dollars(was)}`).join(". ")}.
    </p>
  );
}

interface StagedProps {
  order: ActWindowProps["order"];
  onTake: (edit: OrderEditView) => void;
}

/** Edits that were kept for later: taken over as they were typed, or discarded. */
function Staged({ order, onTake }: StagedProps) {
  const edits = useDesk(to("/desk/api/orders/{id}/edits", order.order.id));
  const open = (edits.data ?? []).filter(({ state }) => state === "open");
  if (open.length === 0) return null;
  return (
    <ul aria-label="Edits kept for later" className="grid gap-2">
      {open.map((edit) => (
        <Kept key={edit.id} edit={edit} order={order} onTake={onTake} />
      ))}
    </ul>
  );
}

function Kept({ edit, order, onTake }: StagedProps & { edit: OrderEditView }) {
  const client = useQueryClient();
  const { id, version } = order.order;
  const discard = to("/desk/api/orders/{id}/edits/{edit}/discard", id, edit.id);
  const act = useAct(
    order,
    () => send("POST", discard, { version }),
    "The edit is discarded.",
    () => void client.invalidateQueries({ queryKey: [to("/desk/api/orders/{id}/edits", id)] }),
  );
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-brand bg-warn-soft px-3 py-2">
      <p className="min-w-0 flex-1">
        {edit.by} kept an edit <Moment at={edit.at} />. {edit.text}
        {edit.version === version ? "" : " The order changed since."} {act.problem}
      </p>
      <Button onClick={() => onTake(edit)}>Take it over</Button>
      <Button tone="quiet" disabled={act.pending} onClick={act.run}>
        Discard
      </Button>
    </li>
  );
}
