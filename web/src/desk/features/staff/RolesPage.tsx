// What each role may do: the whole matrix, and one role at a time to edit.
import { dollars, readDollars } from "@fieldhouse/rules/desk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { useState } from "react";
import { ApiError } from "../../../shared/client";
import { Icon } from "../../../ui/Icon";
import { useToast } from "../../../ui/Toast";
import { send, sentenceOf } from "../../shared/client";
import { type PermissionView, type RoleView, to } from "../../shared/endpoints";
import { useDesk } from "../../shared/queries";
import { useMay } from "../../shared/session";
import { Button } from "../../ui/Button";
import { Input, Tick } from "../../ui/Controls";
import { Failed, Page, RowShapes } from "../../ui/Page";
import { ActForm, Window } from "../../ui/Window";

const rolesUrl = to("/desk/api/roles");

const newRole: RoleView = { key: "", name: "", permissions: [], caps: {}, editable: true, version: 0 };

export function RolesPage() {
  const { data, error, refetch } = useDesk(rolesUrl);
  const may = useMay();
  const [edited, setEdited] = useState<RoleView | undefined>();
  const edits = may("roles.edit");
  return (
    <Page
      title="Roles"
      acts={
        edits ? (
          <Button tone="action" onClick={() => setEdited(newRole)}>
            New role
          </Button>
        ) : null
      }
    >
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <Matrix roles={data.roles} permissions={data.permissions} onEdit={edits ? setEdited : undefined} />
      ) : error ? null : (
        <RowShapes rows={20} />
      )}
      {data && edited ? (
        <RoleWindow
          role={data.roles.find(({ key }) => key === edited.key) ?? edited}
          permissions={data.permissions}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </Page>
  );
}

interface MatrixProps {
  roles: readonly RoleView[];
  permissions: readonly PermissionView[];
  onEdit: ((role: RoleView) => void) | undefined;
}

function Matrix({ roles, permissions, onEdit }: MatrixProps) {
  return (
    <section
      aria-label="Roles and permissions"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
      tabIndex={0}
      className="-mx-4 max-h-[calc(100dvh-8rem)] overflow-auto md:-mx-6"
    >
      <table className="desk-table desk-cards border-separate! border-spacing-0 [&_td]:px-1! [&_th:not(:first-child)]:px-1!">
        <caption className="sr-only">What each role may do</caption>
        <thead>
          <tr>
            <th scope="col" className="sticky top-0 left-0 z-10 min-w-60 bg-surface pl-4! md:pl-6!">
              Permission
            </th>
            {roles.map((role) => (
              <th key={role.key} scope="col" className="sticky top-0 bg-surface text-center!">
                {onEdit && role.editable ? (
                  <Button tone="quiet" aria-label={`Edit ${role.name}`} onClick={() => onEdit(role)} className="px-2!">
                    {role.name}
                    <Icon name="edit" className="size-3.5 text-muted" />
                  </Button>
                ) : (
                  role.name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions.map((permission) => (
            <tr key={permission.key} className="hover:bg-alt">
              <th scope="row" className="card-line sticky left-0 bg-surface pl-4! font-normal! text-ink! md:pl-6!">
                {permission.name} <Marks permission={permission} />
              </th>
              {roles.map((role) => (
                <td
                  key={role.key}
                  data-head={role.name}
                  className={clsx("text-center", !has(role, permission) && "max-md:hidden")}
                >
                  <Cell role={role} permission={permission} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Marks({ permission }: { permission: PermissionView }) {
  const marks = [permission.dangerous ? "fresh proof" : "", permission.whole_store ? "all brands" : ""].filter(Boolean);
  return marks.length > 0 ? <span className="text-muted">({marks.join(", ")})</span> : null;
}

const has = (role: RoleView, permission: PermissionView) => role.permissions.includes(permission.key);

function Cell({ role, permission }: { role: RoleView; permission: PermissionView }) {
  if (!has(role, permission)) return <span className="sr-only">no</span>;
  const cap = role.caps[permission.key];
  if (cap !== undefined) return <span className="whitespace-nowrap">to {dollars(cap)}</span>;
  return (
    <>
      <Icon name="check" className="inline size-4 text-good" />
      <span className="sr-only">yes</span>
    </>
  );
}

interface RoleWindowProps {
  role: RoleView;
  permissions: readonly PermissionView[];
  onClose: () => void;
}

function RoleWindow({ role, permissions, onClose }: RoleWindowProps) {
  const client = useQueryClient();
  const say = useToast();
  const [key, setKey] = useState(role.key);
  const [name, setName] = useState(role.name);
  const [allowed, setAllowed] = useState<readonly string[]>(role.permissions);
  const [caps, setCaps] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(role.caps).map(([permission, cap]) => [permission, dollars(cap)])),
  );
  const typedCaps = Object.entries(caps).filter(
    ([permission, text]) => text.trim() !== "" && allowed.includes(permission),
  );
  const unread = typedCaps.filter(([, text]) => readDollars(text) === undefined).map(([permission]) => permission);
  const save = useMutation({
    mutationFn: () => {
      const told = Object.fromEntries(typedCaps.map(([permission, text]) => [permission, readDollars(text) ?? 0]));
      const draft = { version: role.version, name, permissions: [...allowed], caps: told };
      return send("PUT", to("/desk/api/roles/{key}", key), draft);
    },
    onSuccess: (roles) => {
      client.setQueryData([rolesUrl], roles);
      say(`The role ${name} is saved.`, "good");
      onClose();
    },
    onError: () => client.invalidateQueries({ queryKey: [rolesUrl] }),
  });
  const errors = save.error instanceof ApiError ? save.error.errors : [];
  const at = (field: string) => errors.find((error) => error.field === field)?.message;
  const added = allowed.filter((permission) => !role.permissions.includes(permission)).length;
  const gone = role.permissions.filter((permission) => !allowed.includes(permission)).length;
  return (
    <Window open onClose={onClose} wide title={role.version === 0 ? "New role" : `Role ${role.name}`}>
      <ActForm
        act="Save the role"
        pending={save.isPending}
        problem={save.error ? sentenceOf(save.error) : undefined}
        disabled={unread.length > 0}
        onClose={onClose}
        onAct={() => save.mutate()}
        told={`${added} more, ${gone} fewer than before. It counts at once for everybody who has the role.`}
      >
        <div className="grid gap-3 md:grid-cols-2">
          <Input label="Name" value={name} error={at("name")} onChange={(event) => setName(event.target.value)} />
          {role.version === 0 ? (
            <Input
              label="Key"
              hint="Small letters, digits and underscores; it stays."
              value={key}
              error={at("key")}
              onChange={(event) => setKey(event.target.value)}
              className="font-mono"
            />
          ) : null}
        </div>
        <fieldset>
          <legend className="mb-1 font-medium text-sm">What it allows</legend>
          <ul className="grid gap-x-6 md:grid-cols-2">
            {permissions.map((permission) => {
              const has = allowed.includes(permission.key);
              return (
                <li key={permission.key} className="flex flex-wrap items-center gap-x-3">
                  <Tick
                    label={
                      <>
                        {permission.name} <Marks permission={permission} />
                      </>
                    }
                    checked={has}
                    onChange={(event) =>
                      setAllowed(
                        event.target.checked
                          ? [...allowed, permission.key]
                          : allowed.filter((known) => known !== permission.key),
                      )
                    }
                  />
                  {has && permission.capped ? (
                    <Input
                      label={`${permission.name}: alone up to`}
                      hideLabel
                      placeholder="any amount alone"
                      value={caps[permission.key] ?? ""}
                      error={unread.includes(permission.key) ? "Please enter an amount" : at(`caps.${permission.key}`)}
                      onChange={(event) => setCaps({ ...caps, [permission.key]: event.target.value })}
                      fieldClassName="w-36"
                    />
                  ) : null}
                </li>
              );
            })}
          </ul>
        </fieldset>
      </ActForm>
    </Window>
  );
}
