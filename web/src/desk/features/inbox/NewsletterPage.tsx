// Who subscribed to the newsletter: found by a fragment, and taken off who asks for it.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "../../../ui/router";
import { useToast } from "../../../ui/Toast";
import { send, sentenceOf } from "../../shared/client";
import { asking, type SubscriberView, to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { useBrandsOf, useMay } from "../../shared/session";
import { count } from "../../shared/words";
import { BrandMark } from "../../ui/BrandMark";
import { Button } from "../../ui/Button";
import { Choice, Input } from "../../ui/Controls";
import { Moment } from "../../ui/Moment";
import { Failed, ListEnds, Nothing, Page, RowShapes } from "../../ui/Page";
import { ActForm, Window } from "../../ui/Window";

const names = ["site", "status", "q", "after"] as const;

export function NewsletterPage() {
  const [search] = useSearchParams();
  const ask: Record<string, string> = Object.fromEntries(
    names.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? ""]] : [])),
  );
  const url = asking(to("/desk/api/newsletter"), ask);
  const list = useDesk(url, { keep: true });
  const [asked, setAsked] = useState<SubscriberView | undefined>();
  const place = (changed: Record<string, string>) => asking("/newsletter", { ...ask, after: "", ...changed });
  return (
    <Page
      title="Newsletter"
      beside={
        <p aria-live="polite" className="text-muted">
          {list.data ? `${count(list.data.confirmed, "address", "addresses")} confirmed` : ""}
        </p>
      }
    >
      <Filters key={search.toString()} ask={ask} place={place} />
      {list.error ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <RowShapes rows={12} /> : null}
      {list.data?.subscribers.length === 0 ? <Nothing>Nobody is like that.</Nothing> : null}
      {list.data && list.data.subscribers.length > 0 ? (
        <>
          <Subscribers subscribers={list.data.subscribers} onRemove={setAsked} />
          <ListEnds
            first={ask.after ? place({}) : undefined}
            next={list.data.next ? place({ after: list.data.next }) : undefined}
          />
        </>
      ) : null}
      {asked ? <RemoveWindow subscriber={asked} url={url} onClose={() => setAsked(undefined)} /> : null}
    </Page>
  );
}

interface FiltersProps {
  ask: Record<string, string>;
  place: (changed: Record<string, string>) => string;
}

function Filters({ ask, place }: FiltersProps) {
  const navigate = useNavigate();
  const brands = useBrandsOf("inbox.view");
  const [typed, setTyped] = useState(ask.q ?? "");
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(place({ q: typed.trim() }));
      }}
      className="mb-3 flex flex-wrap items-end gap-2"
    >
      <Choice
        label="State"
        choices={[
          { code: "", name: "Confirmed" },
          { code: "waiting", name: "Not confirmed yet" },
        ]}
        value={ask.status ?? ""}
        onChange={(event) => navigate(place({ status: event.target.value }))}
        fieldClassName="w-44"
      />
      {brands.length > 1 ? (
        <Choice
          label="Brand"
          none="Any"
          choices={brands.map(({ site, name }) => ({ code: site, name }))}
          value={ask.site ?? ""}
          onChange={(event) => navigate(place({ site: event.target.value }))}
          fieldClassName="w-44"
        />
      ) : null}
      <Input
        label="A fragment of an address"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        fieldClassName="w-56"
      />
      <Button type="submit">Find</Button>
    </form>
  );
}

interface SubscribersProps {
  subscribers: readonly SubscriberView[];
  onRemove: (subscriber: SubscriberView) => void;
}

function Subscribers({ subscribers, onRemove }: SubscribersProps) {
  const may = useMay();
  return (
    <div className="-mx-4 overflow-x-auto md:-mx-6">
      <table className="desk-table desk-cards">
        <caption className="sr-only">Who subscribed, the newest first</caption>
        <thead>
          <tr>
            {["E-mail", "Asked", "Confirmed"].map((name) => (
              <th key={name} scope="col" className="first:pl-4! md:first:pl-6!">
                {name}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {subscribers.map((one) => (
            <tr key={one.id} className="hover:bg-alt">
              <td className="card-line pl-4! md:pl-6!">
                <span className="flex items-center gap-2">
                  <BrandMark site={one.site} />
                  {one.email}
                </span>
              </td>
              <td data-head="Asked" className="whitespace-nowrap">
                <Moment at={one.askedAt} />
              </td>
              <td data-head="Confirmed" className="whitespace-nowrap">
                {one.confirmedAt ? <Moment at={one.confirmedAt} /> : "Not yet"}
              </td>
              <td className="py-0.5! text-right">
                {may("inbox.answer", one.site) ? (
                  <Button
                    tone="quiet"
                    aria-label={`Take off: ${one.email}`}
                    onClick={() => onRemove(one)}
                    className="px-2!"
                  >
                    Take off
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RemoveProps {
  subscriber: SubscriberView;
  url: string;
  onClose: () => void;
}

function RemoveWindow({ subscriber, url, onClose }: RemoveProps) {
  const client = useQueryClient();
  const say = useToast();
  const made = useMutation({
    mutationFn: () => send("DELETE", to("/desk/api/newsletter/{id}", subscriber.id)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [url] });
      say(`${subscriber.email} is off the newsletter.`, "good");
      onClose();
    },
  });
  return (
    <Window open onClose={onClose} title={`Take ${subscriber.email} off`}>
      <ActForm
        act="Take them off"
        danger
        pending={made.isPending}
        problem={made.error ? sentenceOf(made.error) : undefined}
        onAct={() => made.mutate()}
        onClose={onClose}
      >
        <p>Nothing goes to this address until somebody subscribes and confirms it anew.</p>
      </ActForm>
    </Window>
  );
}
