// Who works for the store: invited, given roles, suspended, restored.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ApiError } from "../../../shared/client";
import { useToast } from "../../../ui/Toast";
import { send, sentenceOf } from "../../shared/client";
import { type GivenRole, type RoleView, type StaffView, to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { useMay } from "../../shared/session";
import { Button } from "../../ui/Button";
import { Input, TextArea } from "../../ui/Controls";
import { Moment } from "../../ui/Moment";
import { Failed, Page, RowShapes, State } from "../../ui/Page";
import { ActForm, Window } from "../../ui/Window";
import { GivenRoles, givenText } from "./GivenRoles";

const staffUrl = to("/desk/api/staff");

const dots: Record<string, string> = {
  active: "bg-dot-done",
  invited: "bg-dot-pick",
  suspended: "bg-dot-over",
};
const states: Record<string, string> = { active: "Works here", invited: "Invited", suspended: "Suspended" };

type Asked = { act: "invite" } | { act: "roles" | "suspend" | "restore" | "again"; person: StaffView };

export function StaffPage() {
  const staff = useDesk(staffUrl);
  const roles = useDesk(to("/desk/api/roles"), { staleTime: 60_000 });
  const may = useMay();
  const [asked, setAsked] = useState<Asked | undefined>();
  const error = staff.error ?? roles.error;
  const manages = may("staff.manage");
  const close = () => setAsked(undefined);
  return (
    <Page
      title="Staff"
      acts={
        manages ? (
          <Button tone="action" onClick={() => setAsked({ act: "invite" })}>
            Invite somebody
          </Button>
        ) : null
      }
    >
      {error ? <Failed error={error} onRetry={() => void staff.refetch()} /> : null}
      {staff.data && roles.data ? (
        <>
          <People people={staff.data} roles={roles.data.roles} manages={manages} onAsk={setAsked} />
          {asked ? <Asking asked={asOfNow(asked, staff.data)} roles={roles.data.roles} onClose={close} /> : null}
        </>
      ) : error ? null : (
        <RowShapes rows={8} />
      )}
    </Page>
  );
}

/** Of an act that somebody else was faster with, the next try is at the person as they stand now. */
function asOfNow(asked: Asked, people: readonly StaffView[]): Asked {
  if (asked.act === "invite") return asked;
  return { ...asked, person: people.find(({ id }) => id === asked.person.id) ?? asked.person };
}

interface PeopleProps {
  people: readonly StaffView[];
  roles: readonly RoleView[];
  manages: boolean;
  onAsk: (asked: Asked) => void;
}

function People({ people, roles, manages, onAsk }: PeopleProps) {
  return (
    <div className="-mx-4 overflow-x-auto md:-mx-6">
      <table className="desk-table desk-cards">
        <caption className="sr-only">Everybody who works for the store</caption>
        <thead>
          <tr>
            {["Name", "E-mail", "Roles", "State", "Since"].map((name) => (
              <th key={name} scope="col" className="first:pl-4! md:first:pl-6!">
                {name}
              </th>
            ))}
            {manages ? (
              <th scope="col">
                <span className="sr-only">What can be done</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id} className="hover:bg-alt">
              <td className="pl-4! font-medium md:pl-6!">{person.name}</td>
              <td className="text-muted">{person.email}</td>
              <td className="card-line">{person.roles.map((given) => givenText(given, roles)).join("; ") || "None"}</td>
              <td>
                <State dot={dots[person.state] ?? "bg-dot-over"}>{states[person.state] ?? person.state}</State>
              </td>
              <td data-head="Since" className="whitespace-nowrap">
                <Moment at={person.createdAt} />
              </td>
              {manages ? (
                <td className="py-0.5! text-right">
                  <span className="inline-flex flex-wrap gap-1">
                    <RowAct label="Roles" person={person} onAct={() => onAsk({ act: "roles", person })} />
                    {person.state === "suspended" ? (
                      <RowAct label="Restore" person={person} onAct={() => onAsk({ act: "restore", person })} />
                    ) : (
                      <>
                        <RowAct label="Invite again" person={person} onAct={() => onAsk({ act: "again", person })} />
                        <RowAct label="Suspend" person={person} onAct={() => onAsk({ act: "suspend", person })} />
                      </>
                    )}
                  </span>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RowAct({ label, person, onAct }: { label: string; person: StaffView; onAct: () => void }) {
  return (
    <Button tone="quiet" aria-label={`${label}: ${person.name}`} onClick={onAct} className="px-2!">
      {label}
    </Button>
  );
}

/** An act on somebody: what it answers says how they stand then. */
function useStaffAct(act: () => Promise<StaffView>, told: string, onDone: () => void) {
  const client = useQueryClient();
  const say = useToast();
  const made = useMutation({
    mutationFn: act,
    onSuccess: () => {
      say(told, "good");
      onDone();
    },
    // Also after one that somebody else was faster with.
    onSettled: () => client.invalidateQueries({ queryKey: [staffUrl] }),
  });
  const errors = made.error instanceof ApiError ? made.error.errors : [];
  return {
    run: () => made.mutate(),
    pending: made.isPending,
    problem: made.error ? sentenceOf(made.error) : undefined,
    errorAt: (field: string) => errors.find((error) => error.field === field)?.message,
  };
}

interface AskingProps {
  roles: readonly RoleView[];
  onClose: () => void;
}

function Asking({ asked, ...given }: AskingProps & { asked: Asked }): ReactNode {
  switch (asked.act) {
    case "invite":
      return <InviteWindow {...given} />;
    case "roles":
      return <RolesWindow {...given} person={asked.person} />;
    case "again":
      return <AgainWindow {...given} person={asked.person} />;
    default:
      return <StateWindow {...given} person={asked.person} suspend={asked.act === "suspend"} />;
  }
}

function InviteWindow({ roles, onClose }: AskingProps) {
  const [draft, setDraft] = useState({ email: "", name: "" });
  const [given, setGiven] = useState<GivenRole[]>([]);
  const act = useStaffAct(
    () => send("POST", staffUrl, { ...draft, roles: given }),
    `${draft.name} is invited: the letter is on its way.`,
    onClose,
  );
  return (
    <Window open onClose={onClose} title="Invite somebody">
      <ActForm
        act="Send the invitation"
        pending={act.pending}
        problem={act.problem}
        disabled={given.length === 0}
        onClose={onClose}
        onAct={act.run}
        told="A letter brings a link that counts once, for seven days."
      >
        <Input
          label="Name"
          value={draft.name}
          error={act.errorAt("name")}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
        <Input
          label="E-mail"
          type="email"
          value={draft.email}
          error={act.errorAt("email")}
          onChange={(event) => setDraft({ ...draft, email: event.target.value })}
        />
        <GivenRoles roles={roles} given={given} onGive={setGiven} />
      </ActForm>
    </Window>
  );
}

function RolesWindow({ roles, person, onClose }: AskingProps & { person: StaffView }) {
  const [given, setGiven] = useState<GivenRole[]>(person.roles);
  const url = to("/desk/api/staff/{id}/roles", person.id);
  const act = useStaffAct(
    () => send("PUT", url, { version: person.version, roles: given }),
    `${person.name} has other roles.`,
    onClose,
  );
  return (
    <Window open onClose={onClose} title={`Roles of ${person.name}`}>
      <ActForm
        act="Give these roles"
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        onAct={act.run}
        told="They count with the very next thing that somebody does."
      >
        <GivenRoles roles={roles} given={given} onGive={setGiven} />
      </ActForm>
    </Window>
  );
}

function AgainWindow({ person, onClose }: AskingProps & { person: StaffView }) {
  const url = to("/desk/api/staff/{id}/invitation", person.id);
  const act = useStaffAct(() => send("POST", url), `Another letter to ${person.name} is on its way.`, onClose);
  return (
    <Window open onClose={onClose} title={`Invite ${person.name} again`}>
      <ActForm
        act="Send another invitation"
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        onAct={act.run}
      >
        <p>The link of the earlier letter counts no longer.</p>
        <p className="text-muted">
          Whoever accepts it chooses anew what to sign in with; what they signed in with before counts no longer then.
        </p>
      </ActForm>
    </Window>
  );
}

function StateWindow({ person, suspend, onClose }: AskingProps & { person: StaffView; suspend: boolean }) {
  const [reason, setReason] = useState("");
  const draft = { version: person.version, reason };
  const act = useStaffAct(
    () =>
      suspend
        ? send("POST", to("/desk/api/staff/{id}/suspend", person.id), draft)
        : send("POST", to("/desk/api/staff/{id}/restore", person.id), draft),
    suspend ? `${person.name} is suspended.` : `${person.name} works here again.`,
    onClose,
  );
  return (
    <Window open onClose={onClose} title={`${suspend ? "Suspend" : "Restore"} ${person.name}`}>
      <ActForm
        act={suspend ? "Suspend them" : "Restore them"}
        danger={suspend}
        pending={act.pending}
        problem={act.problem}
        onClose={onClose}
        onAct={act.run}
      >
        <p>
          {suspend
            ? "All of their sessions end at once, and nobody signs in as them until they are restored."
            : "They can sign in as before."}
        </p>
        <TextArea label="Why" value={reason} onChange={(event) => setReason(event.target.value)} />
      </ActForm>
    </Window>
  );
}
