//! `fieldhouse staff` and `fieldhouse audit`: the first owner's link, who works for the store, and whether the log of what
//! was done is whole.

use std::{fs::File, io::Write, path::PathBuf};

use anyhow::Context;
use clap::Subcommand;
use fieldhouse_core::staff::{Grant, Grants, OWNER, Role, Scope};
use fieldhouse_shop::{
    env::Env,
    staff::{
        audit::{self, Verified, reading},
        invitations, members, store,
    },
};

use super::site;

/// What is done with staff.
#[derive(Debug, Subcommand)]
pub enum StaffCommand {
    /// Invites somebody, and prints a link that counts once: an owner's for a day, any other for seven
    Invite {
        /// With the role that may do everything, at all brands
        #[arg(long, required_unless_present = "role", conflicts_with = "role")]
        owner: bool,
        /// With this role: `manager`, `order_desk`, `warehouse` …
        #[arg(long, value_name = "KEY")]
        role: Option<String>,
        /// At these brands alone: usgames,varsitybrands
        #[arg(long, value_delimiter = ',', value_name = "SITES", conflicts_with = "owner")]
        sites: Option<Vec<String>>,
        /// Whom
        #[arg(long)]
        email: String,
        /// Their name; they can choose another one
        #[arg(long, default_value = "", hide_default_value = true)]
        name: String,
    },
    /// Lists who works for the store: e-mail, name, state, roles
    List,
    /// Suspends somebody, and ends their sessions
    Suspend {
        /// E-mail
        email: String,
    },
    /// Restores somebody who was suspended
    Restore {
        /// E-mail
        email: String,
    },
}

impl StaffCommand {
    /// True when it changes nothing.
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::List)
    }

    /// Does it; what came of it.
    pub async fn run(self, env: &Env) -> anyhow::Result<String> {
        let told = |failure: fieldhouse_kernel::failure::Failure| match failure.cause {
            Some(cause) => cause,
            None => anyhow::anyhow!(failure.title),
        };
        match self {
            Self::Invite { owner, role, sites, email, name } => {
                let role = match role.filter(|_| !owner) {
                    None => Role::owner(),
                    Some(key) => {
                        let roles = store::list_roles(env.db.read()).await?;
                        let known = || roles.iter().map(|row| row.key.as_str()).collect::<Vec<_>>().join(", ");
                        let found = roles.iter().find(|row| row.key == key);
                        found.with_context(|| format!("there is no role {key:?}, only {}", known()))?.role()
                    }
                };
                let scope = match sites {
                    None => Scope::All,
                    Some(keys) => Scope::Some(keys.iter().map(|key| site(key)).collect::<anyhow::Result<_>>()?),
                };
                let grants = Grants::new(vec![Grant { role, scope }]);
                let link = invitations::invite_by_command(env, (&email, &name), &grants).await.map_err(told)?;
                let lasts = if grants.are_an_owners() { "a day" } else { "seven days" };
                Ok(format!("{link}\nThe link counts once, for {lasts}. Who opens it chooses how to sign in."))
            }
            Self::List => {
                let all = members::list(env).await.map_err(told)?;
                let lines = all.into_iter().map(|person| {
                    let roles = person.roles.iter().map(|given| match &given.sites {
                        None => given.role.clone(),
                        Some(sites) => {
                            let sites: Vec<&str> = sites.iter().map(|site| site.key()).collect();
                            format!("{}@{}", given.role, sites.join("+"))
                        }
                    });
                    let roles = roles.collect::<Vec<_>>().join(" ");
                    format!("{}\t{}\t{}\t{roles}", person.email, person.name, person.state)
                });
                let lines: Vec<String> = lines.collect();
                let nobody = || format!("Nobody. The first one: fieldhouse staff invite --{OWNER} --email …");
                Ok(if lines.is_empty() { nobody() } else { lines.join("\n") })
            }
            Self::Suspend { email } => {
                members::set_suspended_by_command(env, &email, true).await.map_err(told)?;
                Ok(format!("{email} is suspended; every session has ended."))
            }
            Self::Restore { email } => {
                members::set_suspended_by_command(env, &email, false).await.map_err(told)?;
                Ok(format!("{email} may sign in again."))
            }
        }
    }
}

/// What is done with the audit log.
#[derive(Debug, Subcommand)]
pub enum AuditCommand {
    /// Looks through the whole log, and names the first row that is not what was written
    Verify,
    /// Writes all of it as JSON lines
    Export {
        /// Where to; `-` is standard output
        #[arg(default_value = "-")]
        file: PathBuf,
    },
}

impl AuditCommand {
    /// Does it; what came of it.
    pub async fn run(self, env: &Env) -> anyhow::Result<String> {
        match self {
            Self::Verify => match audit::verify(&env.db.moment().await?).await? {
                Verified::Whole { rows, head } => {
                    Ok(format!("{rows} rows, each as it was written. The last one: {head}"))
                }
                Verified::Broken { seq, why } => anyhow::bail!("row {seq} of the audit log: {why}"),
            },
            Self::Export { file } => {
                let upto = reading::begin_export_by_command(env).await?;
                let to_screen = file.as_os_str() == "-";
                let mut out: Box<dyn Write + Send> =
                    if to_screen { Box::new(std::io::stdout()) } else { Box::new(File::create(&file)?) };
                let mut after = 0;
                while let Some((text, last)) = reading::lines(env, after, upto).await? {
                    out.write_all(text.as_bytes())?;
                    after = last;
                }
                out.flush()?;
                Ok(if to_screen { String::new() } else { format!("{after} rows, the last one included.") })
            }
        }
    }
}
