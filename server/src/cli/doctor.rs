//! `fieldhouse doctor`: what each part uses and whether it works. Changes nothing.

use std::{path::Path, process::ExitCode, time::Instant};

use fieldhouse_core::{addresses::lookup::AddressLookupDraft, brand::Site};

use crate::{
    addresses::Verifier,
    certificates::source::{Certificates, question},
    config::Config,
    db::Db,
    mail::send::Post,
    offers::friendly::FriendlyCodes,
    outside::{Outage, Outside},
    render::pages::Pages,
    state::AppState,
};

/// What is asked of the services behind certificates and codes: nobody has such a one.
const PROBE: &str = "DOCTOR-PROBE";

/// What was found, a line a part.
#[derive(Default)]
struct Findings {
    broken: usize,
}

impl Findings {
    fn tell(&mut self, part: &str, found: Result<String, String>) {
        let (mark, text) = match found {
            Ok(text) => ("ok", text),
            Err(text) => {
                self.broken = self.broken.saturating_add(1);
                ("!!", text)
            }
        };
        super::say(&format!("{mark}  {part:<12} {text}"));
    }
}

/// Prints one line a part; fails when one does not work.
pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let mut findings = Findings::default();
    findings
        .tell("listen", Ok(format!("{}, {}", config.listen, if config.secure { "behind TLS" } else { "plain http" })));
    let file = config.sqlite_path();
    if let Some(file) = &file {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        findings.tell("disk", writable(folder));
    }
    if let Some(file) = file.filter(|file| !file.exists()) {
        findings.tell("database", Ok(format!("{}: not there yet, made at the first start", file.display())));
    } else {
        match database(&config, &mut findings).await {
            Ok(state) => store(&state, &mut findings).await,
            Err(error) => findings.tell("database", Err(error)),
        }
    }
    findings.tell("mail", mail(&config.mail).await);
    Ok(if findings.broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A small file is written and taken away again.
fn writable(folder: &Path) -> Result<String, String> {
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(folder);
    let probe = there.join(".fieldhouse-doctor");
    let written = std::fs::write(&probe, vec![0; 64 * 1024]).and_then(|()| std::fs::remove_file(&probe));
    match written {
        Ok(()) => Ok(format!("{} can be written", there.display())),
        Err(error) => Err(format!("{} cannot be written: {error}", there.display())),
    }
}

/// Where letters go; a mail server is asked. Its address may hold a password and is not shown.
async fn mail(url: &str) -> Result<String, String> {
    match Post::new(url).map_err(|error| format!("{error:#}"))? {
        Post::Folder(folder) => writable(&folder).map(|_| format!("letters are files in {}", folder.display())),
        Post::Smtp(server) => match server.test_connection().await {
            Ok(true) => Ok("the mail server answers".to_owned()),
            Ok(false) => Err("the mail server does not take letters".to_owned()),
            Err(error) => Err(format!("the mail server cannot be reached: {error}")),
        },
    }
}

/// Who verifies addresses; a hosted verifier is asked for one.
async fn addresses(state: &AppState) -> Result<String, String> {
    match &state.verifier {
        Verifier::Offline(places) => Ok(format!("verified offline, {} ZIP Codes are known", places.len())),
        Verifier::Hosted(hosted) => {
            let own = str::to_owned;
            let typed = AddressLookupDraft {
                street: own("1600 Pennsylvania Ave NW"),
                city: own("Washington"),
                state: own("DC"),
                zip_code: own("20500"),
                ..AddressLookupDraft::default()
            };
            answers(&hosted.outside, hosted.suggestions(&state.clock, &typed).await)
        }
    }
}

/// Who knows certificates; a service is asked for one that nobody has.
async fn certificates(state: &AppState) -> Result<String, String> {
    let Certificates::Service(service) = &state.certificates else {
        return Ok("looked up in the store's own table".to_owned());
    };
    answers(&service.outside, service.look_up(&state.clock, &question(Site::Fieldhouse, PROBE)).await)
}

/// Where content comes from; a service is asked for the first brand's.
async fn content_source(state: &AppState) -> Result<String, String> {
    let Some(service) = &state.content_service else { return Ok("imported".to_owned()) };
    let asked = service.news(&state.clock, Site::Fieldhouse, &state.config.frames).await;
    answers(&service.outside, asked)
}

/// Who knows friendly codes; a service is asked for one that there is not.
async fn offer_codes(state: &AppState) -> Result<String, String> {
    let FriendlyCodes::Service(service) = &state.friendly_codes else {
        return Ok("looked up in the store's own table".to_owned());
    };
    answers(&service.outside, service.look_up(&state.clock, Site::Fieldhouse, PROBE, true).await)
}

fn answers<T>(outside: &Outside, asked: Result<T, Outage>) -> Result<String, String> {
    let place = outside.address();
    asked.map(|_| format!("{place} answers")).map_err(|outage| format!("{place} {outage}"))
}

async fn database(config: &Config, findings: &mut Findings) -> Result<AppState, String> {
    let shown = config.database_shown();
    let db = Db::connect(&config.database_url).await.map_err(|error| format!("{shown}: {error}"))?;
    let pending = db.pending_migrations().await.map_err(|error| format!("{shown}: {error}"))?;
    let steps = if pending == 0 {
        "at this version".to_owned()
    } else {
        format!("{pending} steps behind, `fieldhouse migrate` takes them")
    };
    findings.tell("database", Ok(format!("{shown}, {steps}")));
    findings.tell("durability", db.check_durability().await.map_err(|error| format!("{error:#}")));
    if pending > 0 {
        return Err(format!("{shown}: nothing can be read before it is at this version"));
    }
    super::state(config.clone(), db).map_err(|error| format!("{error:#}"))
}

/// What is in the database, and what is made of it.
async fn store(state: &AppState, findings: &mut Findings) {
    let started = Instant::now();
    if let Err(error) = super::read(state).await {
        findings.tell("catalogue", Err(format!("{error:#}")));
        return;
    }
    let (catalog, contents) = (state.catalog.load(), state.contents.load());
    let skus: usize = catalog.products().iter().map(|product| product.variants.len()).sum();
    let millis = started.elapsed().as_millis();
    let counts =
        format!("{} products, {skus} skus, change {}, read in {millis} ms", catalog.products().len(), catalog.change);
    findings.tell("catalogue", Ok(counts));
    let content = format!("{} pages, version {}", contents.page_count(), contents.version);
    findings.tell("content", if contents.is_empty() { Err("no documents".to_owned()) } else { Ok(content) });
    findings.tell("content source", content_source(state).await);
    findings.tell("search", search(state));
    findings.tell("addresses", addresses(state).await);
    findings.tell("certificates", certificates(state).await);
    findings.tell("offer codes", offer_codes(state).await);
    match Pages::new(state.clone()) {
        Err(error) => findings.tell("storefront", Err(format!("{error:#}"))),
        Ok(pages) => {
            let assets = &pages.assets;
            let from = format!("{} files from {}", assets.len(), assets.origin);
            let missing = "not built: `make web` builds it".to_owned();
            findings.tell("storefront", if assets.entry.script.is_none() { Err(missing) } else { Ok(from) });
            let started = Instant::now();
            let rendered = pages.probe(Site::Fieldhouse, "/").await;
            let told =
                rendered.map(|status| format!("home page: {status}, {} ms with start", started.elapsed().as_millis()));
            findings.tell("renderer", told.map_err(|error| error.to_string()));
        }
    }
}

/// The first product must be found by its own name.
fn search(state: &AppState) -> Result<String, String> {
    let catalog = state.catalog.load();
    let found = Site::ALL.into_iter().find_map(|site| Some((site, catalog.products_of(site).next()?)));
    let Some((site, product)) = found else { return Ok("nothing to find yet".to_owned()) };
    let name = &product.facts.name;
    let view = catalog.search.suggest(&catalog, site, name, &[]).map_err(|problem| problem.title)?;
    if view.nb_hits == 0 {
        return Err(format!("{name:?} is sold but not found"));
    }
    Ok(format!("{} hits for {name:?}", view.nb_hits))
}
