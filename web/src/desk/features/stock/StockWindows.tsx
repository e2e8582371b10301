// The windows of the acts on an article's stock. Each says in numbers what will be before it is done.
import {
  checkAdjust,
  checkCount,
  checkEnd,
  checkIncoming,
  checkReceive,
  type FieldError,
  stockReasons,
} from "@fieldhouse/rules/stock";
import { useState } from "react";
import { send } from "../../shared/client";
import { type IncomingView, type StockView, to } from "../../shared/endpoints";
import { count, does } from "../../shared/words";
import { Choice, Input, TextArea } from "../../ui/Controls";
import { ActForm, Window } from "../../ui/Window";
import { useStockAct } from "./use-stock-act";
import { whole } from "./words";

interface StockWindowProps {
  stock: StockView;
  /** As the address has it. */
  asked: string;
  onClose: () => void;
}

/** Which window is open. */
export type Open =
  | { act: "count" | "adjust" | "end" | "expect" }
  | { act: "receive" | "withdraw"; delivery: IncomingView };

export function OpenWindow({ open, ...rest }: StockWindowProps & { open: Open }) {
  switch (open.act) {
    case "count":
      return <CountWindow {...rest} />;
    case "adjust":
      return <AdjustWindow {...rest} />;
    case "end":
      return <EndWindow {...rest} />;
    case "expect":
      return <ExpectWindow {...rest} />;
    case "receive":
      return <ReceiveWindow delivery={open.delivery} {...rest} />;
    case "withdraw":
      return <WithdrawWindow delivery={open.delivery} {...rest} />;
  }
}

/** What the rules say of a field, once somebody tried. */
const at = (errors: readonly FieldError[], field: string) => errors.find((error) => error.field === field)?.message;

function CountWindow({ stock: { article }, asked, onClose }: StockWindowProps) {
  const { sku, version, counted, reserved } = article;
  const [typed, setTyped] = useState({ onHand: "", lowAt: counted ? String(article.lowAt) : "", note: "" });
  const [tried, setTried] = useState(false);
  const lowAt = typed.lowAt.trim() === "" ? 0 : whole(typed.lowAt);
  const draft = { onHand: whole(typed.onHand), lowAt, note: typed.note };
  const errors = tried ? checkCount(draft) : [];
  const act = useStockAct(
    asked,
    () => send("POST", to("/desk/api/stock/{sku}/count", sku), { version, draft }),
    `${sku} is counted.`,
    onClose,
  );
  return (
    <Window open onClose={onClose} title={`Count ${sku}`}>
      <ActForm
        act="Count it"
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        told={
          counted
            ? `${count(reserved, "piece")} of these ${does(reserved, "is", "are")} promised to orders.`
            : "From now on it can be bought as long as it is on hand, whatever is imported. What orders wait for is promised to them."
        }
        onAct={() => {
          setTried(true);
          if (checkCount(draft).length === 0) act.run();
        }}
      >
        <Input
          label="Pieces in the house"
          hint="All of them, those that orders wait for among them."
          inputMode="numeric"
          value={typed.onHand}
          error={at(errors, "onHand")}
          onChange={(event) => setTyped({ ...typed, onHand: event.target.value })}
        />
        <Input
          label="Low at"
          hint="With so many left, or fewer, it is listed as low."
          inputMode="numeric"
          value={typed.lowAt}
          error={at(errors, "lowAt")}
          onChange={(event) => setTyped({ ...typed, lowAt: event.target.value })}
        />
        <TextArea
          label="Note"
          value={typed.note}
          error={at(errors, "note")}
          onChange={(event) => setTyped({ ...typed, note: event.target.value })}
        />
      </ActForm>
    </Window>
  );
}

function AdjustWindow({ stock: { article }, asked, onClose }: StockWindowProps) {
  const { sku, version, onHand } = article;
  const [typed, setTyped] = useState({ quantity: "", reason: "", note: "" });
  const [tried, setTried] = useState(false);
  const draft = { ...typed, quantity: typed.quantity.trim() === "" ? 0 : whole(typed.quantity) };
  const wrong = checkAdjust(draft, onHand);
  const errors = tried ? wrong : [];
  const act = useStockAct(
    asked,
    () => send("POST", to("/desk/api/stock/{sku}/adjust", sku), { version, draft }),
    `${sku} is corrected.`,
    onClose,
  );
  return (
    <Window open onClose={onClose} title={`Correct ${sku}`}>
      <ActForm
        act="Correct it"
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        told={
          at(wrong, "quantity") ? undefined : `${count(onHand + draft.quantity, "piece")} on hand instead of ${onHand}.`
        }
        onAct={() => {
          setTried(true);
          if (wrong.length === 0) act.run();
        }}
      >
        <Choice
          label="Why"
          none="Please choose"
          choices={stockReasons()}
          value={typed.reason}
          error={at(errors, "reason")}
          onChange={(event) => setTyped({ ...typed, reason: event.target.value })}
        />
        <Input
          label="Pieces more or fewer"
          placeholder="-3"
          hint="Below 0 for what is not there any more."
          value={typed.quantity}
          error={at(errors, "quantity")}
          onChange={(event) => setTyped({ ...typed, quantity: event.target.value })}
        />
        <TextArea
          label="In words"
          value={typed.note}
          error={at(errors, "note")}
          onChange={(event) => setTyped({ ...typed, note: event.target.value })}
        />
      </ActForm>
    </Window>
  );
}

function EndWindow({ stock: { article }, asked, onClose }: StockWindowProps) {
  const { sku, version, incoming } = article;
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const wrong = checkEnd({ note }, incoming > 0);
  const errors = tried ? wrong : [];
  const act = useStockAct(
    asked,
    () => send("POST", to("/desk/api/stock/{sku}/end", sku), { version, draft: { note } }),
    `${sku} is not counted here any more.`,
    onClose,
  );
  return (
    <Window open onClose={onClose} title={`Count ${sku} no more`}>
      <ActForm
        act="Count it no more"
        danger
        pending={act.pending}
        problem={act.problem ?? at(errors, "")}
        onClose={onClose}
        told="It can be bought as it was imported. What happened to it stays."
        onAct={() => {
          setTried(true);
          if (wrong.length === 0) act.run();
        }}
      >
        <TextArea
          label="Why"
          value={note}
          error={at(errors, "note")}
          onChange={(event) => setNote(event.target.value)}
        />
      </ActForm>
    </Window>
  );
}

function ExpectWindow({ stock: { article, today }, asked, onClose }: StockWindowProps) {
  const { sku, version } = article;
  const [typed, setTyped] = useState({ quantity: "", expected: "", reference: "" });
  const [tried, setTried] = useState(false);
  const draft = { ...typed, quantity: whole(typed.quantity) };
  const wrong = checkIncoming(draft, today);
  const errors = tried ? wrong : [];
  const act = useStockAct(
    asked,
    () => send("POST", to("/desk/api/stock/{sku}/incoming", sku), { version, draft }),
    `${count(draft.quantity, "piece")} of ${sku} ${does(draft.quantity, "is on its", "are on their")} way.`,
    onClose,
  );
  return (
    <Window open onClose={onClose} title={`On its way: ${sku}`}>
      <ActForm
        act="Note it"
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        told="While nothing is left, shoppers read the first of these days."
        onAct={() => {
          setTried(true);
          if (wrong.length === 0) act.run();
        }}
      >
        <Input
          label="Pieces"
          inputMode="numeric"
          value={typed.quantity}
          error={at(errors, "quantity")}
          onChange={(event) => setTyped({ ...typed, quantity: event.target.value })}
        />
        <Input
          label="Expected on"
          placeholder="MM/DD/YYYY"
          value={typed.expected}
          error={at(errors, "expected")}
          onChange={(event) => setTyped({ ...typed, expected: event.target.value })}
        />
        <Input
          label="Reference"
          hint="The maker's number of it, for instance."
          value={typed.reference}
          error={at(errors, "reference")}
          onChange={(event) => setTyped({ ...typed, reference: event.target.value })}
        />
      </ActForm>
    </Window>
  );
}

interface DeliveryProps extends StockWindowProps {
  delivery: IncomingView;
}

function ReceiveWindow({ stock: { article }, asked, delivery, onClose }: DeliveryProps) {
  const { sku, version, onHand } = article;
  const [typed, setTyped] = useState(String(delivery.left));
  const [note, setNote] = useState("");
  const draft = { quantity: whole(typed), note };
  const wrong = checkReceive(draft, delivery.left);
  const url = to("/desk/api/stock/{sku}/incoming/{incoming}/receive", sku, delivery.id);
  const act = useStockAct(
    asked,
    () => send("POST", url, { version, draft }),
    `${count(draft.quantity, "piece")} of ${sku} received.`,
    onClose,
  );
  return (
    <Window open onClose={onClose} title={`Receive ${sku}`}>
      <ActForm
        act={wrong ? "Receive" : `Receive ${count(draft.quantity, "piece")}`}
        disabled={wrong !== undefined}
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        told={wrong ? undefined : `${count(onHand + draft.quantity, "piece")} on hand then.`}
        onAct={act.run}
      >
        <Input
          label="Pieces that came"
          hint={`${count(delivery.left, "piece is on its", "pieces are on their")} way. What does not come now stays so.`}
          inputMode="numeric"
          value={typed}
          error={wrong?.message}
          onChange={(event) => setTyped(event.target.value)}
        />
        <TextArea label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
      </ActForm>
    </Window>
  );
}

function WithdrawWindow({ stock: { article }, asked, delivery, onClose }: DeliveryProps) {
  const { sku, version } = article;
  const [note, setNote] = useState("");
  const url = to("/desk/api/stock/{sku}/incoming/{incoming}/withdraw", sku, delivery.id);
  const act = useStockAct(
    asked,
    () => send("POST", url, { version, draft: { note } }),
    `${count(delivery.left, "piece")} of ${sku} will not come.`,
    onClose,
  );
  return (
    <Window open onClose={onClose} title={`Will not come: ${sku}`}>
      <ActForm act="Take it off" danger pending={act.pending} problem={act.problem} onClose={onClose} onAct={act.run}>
        <p>
          {count(delivery.left, "piece")} expected on {delivery.expected}
          {delivery.reference ? `, ${delivery.reference}` : ""}.
        </p>
        <TextArea label="Why" value={note} onChange={(event) => setNote(event.target.value)} />
      </ActForm>
    </Window>
  );
}
