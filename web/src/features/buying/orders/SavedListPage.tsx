// A saved list: its articles as they stand today, the way of those that are chosen into the cart, and, for whose it is, its name, who
// sees it, and what is on it.
import type { RequisitionChange, RequisitionView } from "@fieldhouse/rules";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AccountPage, AccountShape } from "../../../shared/account-page";
import { ApiError } from "../../../shared/client";
import { apiUrls } from "../../../shared/endpoints";
import { sentenceOf } from "../../../shared/failures";
import { Audience } from "../../../shared/lists/Audience";
import { paths } from "../../../shared/paths";
import { useApi } from "../../../shared/queries";
import { Anchor } from "../../../ui/Anchor";
import { Button, ButtonLink } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { FieldError, TextField } from "../../../ui/Field";
import { useNavigate, useParams } from "../../../ui/router";
import { EmptyState, ErrorState } from "../../../ui/States";
import { Told } from "../../../ui/told";
import { ChosenLines, type ChosenRow } from "./ChosenLines";
import { changeList, dropList, orderList } from "./saved-lists-api";

export default function SavedListPage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useApi(apiUrls.savedList(id), { staleTime: 0 });
  if (data) return <List list={data} onStale={refetch} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <AccountPage title="Saved List">
        <EmptyState
          title="We cannot find this list"
          actions={
            <ButtonLink href={paths.savedLists} tone="action">
              All Saved Lists
            </ButtonLink>
          }
        >
          <p>It was removed, or is not shared with you any more.</p>
        </EmptyState>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Saved List">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <AccountShape />}
    </AccountPage>
  );
}

interface ListProps {
  list: RequisitionView;
  /** Somebody changed it meanwhile: it is read again. */
  onStale: () => Promise<unknown>;
}

function List({ list, onStale }: ListProps) {
  const client = useQueryClient();
  const [problem, setProblem] = useState("");
  return (
    <AccountPage title={list.name}>
      <p className="mt-2">
        <Anchor href={paths.savedLists} className="underline underline-offset-4">
          All saved lists
        </Anchor>
        {list.own ? null : <span className="text-muted">. By {list.by}: only they change it.</span>}
      </p>
      <ChosenLines
        // What stands in the fields is of one version.
        key={list.version}
        label={list.name}
        lines={list.lines}
        add={(draft, key) => orderList(client, list.id, draft, key)}
        beside={
          list.own
            ? (rows) => <Change list={list} rows={rows} onStale={onStale} problem={problem} onProblem={setProblem} />
            : undefined
        }
      />
    </AccountPage>
  );
}

interface ChangeProps extends ListProps {
  /** Articles that stay, with their pieces. */
  rows: ChosenRow[];
  /** Why a change was refused. It stands while the list it was about becomes another. */
  problem: string;
  onProblem: (problem: string) => void;
}

function Change({ list, rows, onStale, problem, onProblem }: ChangeProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(list.name);
  const [unit, setUnit] = useState(list.unit);
  const [sku, setSku] = useState("");
  const [pending, setPending] = useState(false);
  const [asked, setAsked] = useState(false);
  const sharedWith = list.units.find(({ key }) => key === list.unit)?.label;

  async function act(what: () => Promise<unknown>): Promise<void> {
    if (pending) return;
    setPending(true);
    onProblem("");
    try {
      await what();
    } catch (failure) {
      const [first] = failure instanceof ApiError ? failure.errors : [];
      if (failure instanceof ApiError && failure.status === 409) await onStale();
      onProblem(first?.message ?? sentenceOf(failure));
    }
    setPending(false);
    setAsked(false);
  }
  const put = (change: Partial<RequisitionChange>) =>
    act(() => changeList(client, list.id, { name, unit, version: list.version, rows, ...change }));
  const drop = () =>
    act(async () => {
      await dropList(client, list.id);
      navigate(paths.savedLists);
    });

  return (
    <section aria-label="The list itself" className="mt-10 grid max-w-xl gap-4 border-line border-t pt-6">
      <h2 className="heading-case text-2xl">The list itself</h2>
      <TextField label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <Audience units={list.units} value={unit} onChange={setUnit} />
      <div className="flex items-end gap-3">
        <TextField
          label="Add a product number"
          value={sku}
          fieldClassName="grow"
          onChange={(event) => setSku(event.target.value)}
        />
        <Button
          tone="outline"
          disabled={sku.trim() === ""}
          onClick={() => void put({ rows: [...rows, { sku, quantity: 1 }] })}
        >
          Add
        </Button>
      </div>
      <p className="text-muted text-sm">
        What is ticked above stays on the list with its quantity, and so does what cannot be had today.
      </p>
      <Told>{problem ? <FieldError error={problem} /> : null}</Told>
      <div className="flex flex-wrap gap-3">
        <Button tone="primary" pending={pending} onClick={() => void put({})}>
          Save Changes
        </Button>
        <Button tone="quiet" onClick={() => setAsked(true)}>
          Remove This List
        </Button>
      </div>
      <Dialog
        open={asked}
        onOpenChange={setAsked}
        title={`Remove ${list.name}?`}
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button tone="outline" onClick={() => setAsked(false)}>
              Keep The List
            </Button>
            <Button tone="action" pending={pending} onClick={() => void drop()}>
              Remove The List
            </Button>
          </div>
        }
      >
        <p className="p-4">
          {sharedWith ? `It goes for everybody of ${sharedWith}.` : "Nobody else sees it."} This cannot be taken back.
        </p>
      </Dialog>
    </section>
  );
}
