//! `fieldhouse doctor`: what each part uses and whether it works. Changes nothing.

use std::{fs::OpenOptions, path::Path, process::ExitCode, time::Instant};

use fieldhouse_core::{addresses::lookup::AddressLookupDraft, brand::Site, pricing::CodesDraft};
use fieldhouse_kernel::{
    clock::Clock,
    db::{Db, Writing, try_room},
    http::tls::Identity,
    jobs::{self, State},
    traces,
    upstream::{Upstream, UpstreamError},
};

use jiff::Timestamp;

use crate::{app, surfaces::pages::fallback::Pages};
use fieldhouse_shop::{
    buying::{
        certificates::source::{Certificates, question},
        offers::friendly::FriendlyCodes,
        pricing::{Buyer, PriceAsk, PriceOutage, PriceService},
    },
    config::Config,
    mail::send::{Post, nearest},
    people::addresses::Verifier,
    schema,
    staff::{
        factors::{store::list_totps, totp},
        sso,
    },
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
    fn record(&mut self, part: &str, found: Result<String, String>) {
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
    let how = match (config.tls(), config.secure) {
        (Some(_), _) => "TLS of the store's own",
        (None, true) => "behind TLS",
        (None, false) => "plain http",
    };
    findings.record("listen", Ok(format!("{}, {how}", config.listen)));
    if let Some((certificate, key)) = config.tls() {
        findings.record("certificate", certificate_of(certificate, key));
    }
    let added: Vec<&str> = config.added.iter().map(|brand| brand.row.site.get()).collect();
    let built_in = format!("{} built in", Site::BUILT_IN.len());
    let brands = if added.is_empty() { built_in } else { format!("{built_in}, added: {}", added.join(", ")) };
    findings.record("brands", Ok(brands));
    let stored = stored(&config, &mut findings).await;
    // What lies outside and what is built in needs no database: it is told whatever became of that.
    let (state, stored) = match stored {
        Some(state) => (state, true),
        None => (app::state(config, Db::none().await?)?, false),
    };
    if stored {
        store(&state, &mut findings).await;
    }
    services(&state, &mut findings).await;
    storefront(&state, &mut findings).await;
    findings.record("mail", mail(&state.config.mail).await);
    findings.record("figures", figures(&state.config).map_err(|error| format!("{error:#}")));
    findings.record("traces", traced(&state.config).await);
    Ok(if findings.broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The certificate that the store shows, and how long it may.
fn certificate_of(certificate: &Path, key: &Path) -> Result<String, String> {
    let identity = Identity::read(certificate, key).map_err(|error| format!("{error:#}"))?;
    let ends = Timestamp::from_second(identity.ends).map_err(|error| error.to_string())?;
    let shown = certificate.display();
    identity.check(Clock::Machine.now()).map_err(|error| format!("{shown}: {error}"))?;
    Ok(format!("{shown}, until {ends}"))
}

/// The database, when there is one that can be read.
async fn stored(config: &Config, findings: &mut Findings) -> Option<AppState> {
    let file = config.sqlite_path();
    if let Some(file) = &file {
        findings.record("disk", file.parent().map_or(Ok("in memory".to_owned()), writable));
    }
    if let Some(file) = &file {
        let shown = file.display();
        if !file.exists() {
            findings.record("database", Ok(format!("{shown}: not there yet, made at the first start")));
            return None;
        }
        // The database is only looked at here: whether it could be written says the file.
        if let Err(error) = OpenOptions::new().write(true).open(file) {
            findings.record("writing", Err(format!("{shown} cannot be written: {error}")));
        }
    }
    let found = database(config, findings).await;
    found.map_err(|error| findings.record("database", Err(error))).ok().flatten()
}

/// A nameless file is written and gone again: the folder stays as it is. One that is not there yet is made in the
/// nearest that is.
fn writable(folder: &Path) -> Result<String, String> {
    let there = nearest(folder);
    match try_room(there) {
        Ok(()) => Ok(format!("{} can be written", there.display())),
        Err(error) => Err(format!("{} cannot be written: {error}", there.display())),
    }
}

/// Where figures are shown.
fn figures(config: &Config) -> anyhow::Result<String> {
    Ok(match (config.figures()?, config.metrics) {
        (Some(address), _) => format!("at {address} and nowhere else"),
        (None, true) => "at /metrics, for whoever reaches the store".to_owned(),
        (None, false) => "none".to_owned(),
    })
}

/// Where traces go; a collector is sent an empty one.
async fn traced(config: &Config) -> Result<String, String> {
    let (endpoint, percent) = (&config.otlp_endpoint, config.otlp_percent);
    if endpoint.is_empty() {
        return Ok("none".to_owned());
    }
    let taken = traces::try_out(endpoint).await;
    taken
        .map(|()| format!("{endpoint} takes them, {percent} of 100 requests"))
        .map_err(|why| format!("{endpoint}: {why}"))
}

/// Where letters go; a mail server is asked. Its address may hold a password and is not shown.
async fn mail(url: &str) -> Result<String, String> {
    match Post::checked(url).map_err(|error| format!("{error:#}"))? {
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
            answers(&hosted.upstream, hosted.suggestions(&state.clock, &typed).await)
        }
    }
}

/// Who knows certificates; a service is asked for one that nobody has.
async fn certificates(state: &AppState) -> Result<String, String> {
    let Certificates::Service(service) = &state.certificates else {
        return Ok("looked up in the store's own table".to_owned());
    };
    answers(&service.upstream, service.look_up(&state.clock, &question(Site::FIELDHOUSE, PROBE)).await)
}

/// Where content comes from; a service is asked for the first brand's.
async fn content_source(state: &AppState) -> Result<String, String> {
    let Some(service) = &state.content_service else { return Ok("imported".to_owned()) };
    let asked = service.news(&state.clock, Site::FIELDHOUSE, &state.config.frames).await;
    answers(&service.upstream, asked)
}

/// Who knows friendly codes; a service is asked for one that there is not.
async fn offer_codes(state: &AppState) -> Result<String, String> {
    let FriendlyCodes::Service(service) = &state.friendly_codes else {
        return Ok("looked up in the store's own table".to_owned());
    };
    answers(&service.upstream, service.look_up(&state.clock, Site::FIELDHOUSE, PROBE, true).await)
}

fn answers<T>(upstream: &Upstream, asked: Result<T, UpstreamError>) -> Result<String, String> {
    let place = upstream.address();
    asked.map(|_| format!("{place} answers")).map_err(|outage| format!("{place} {outage}"))
}

/// Who knows personal prices and takes orders; an ERP is asked for the price of an article.
async fn erp(state: &AppState) -> Result<String, String> {
    let PriceService::Erp(erp) = &state.prices else {
        return Ok("none: prices and orders are the store's own".to_owned());
    };
    let catalog = state.catalog.load();
    let sku =
        catalog.products().iter().flat_map(|product| &product.variants).map(|variant| variant.sku.to_string()).next();
    let sku = sku.unwrap_or_else(|| PROBE.to_owned());
    let ask = PriceAsk::new(Site::FIELDHOUSE, Buyer::default(), CodesDraft::default(), vec![sku]);
    answers(&erp.upstream, erp.answer(&state.clock, &ask, true).await.map_err(|PriceOutage(outage)| outage))
}

/// Who vouches for staff; an issuer of single sign-on is asked for its description.
async fn sign_on(state: &AppState) -> Result<String, String> {
    let Some(issuer) = &state.sso_issuer else {
        return Ok("none: staff sign in with passkeys, or passwords and codes".to_owned());
    };
    let place = issuer.address();
    sso::look(state).await.map(|()| format!("{place} answers")).map_err(|why| format!("{place} {why}"))
}

/// Whether secrets of one-time codes can be read with the key that is there.
async fn codes_of_staff(state: &AppState) -> Result<String, String> {
    let rows = list_totps(state.db.read()).await.map_err(|error| error.to_string())?;
    let mut sealed_otherwise = 0_usize;
    for row in &rows {
        let readable = totp::is_readable(state, &row.staff_id, &row.secret).await.map_err(|failure| failure.title)?;
        sealed_otherwise = sealed_otherwise.saturating_add(usize::from(!readable));
    }
    if sealed_otherwise > 0 {
        let all = rows.len();
        return Err(format!("{sealed_otherwise} of {all} secrets were sealed with another FIELDHOUSE_SECRETS_KEY"));
    }
    Ok(format!("{} people have one-time codes, sealed in the database", rows.len()))
}

/// The database as it is; nothing when its schema is not this version's.
async fn database(config: &Config, findings: &mut Findings) -> Result<Option<AppState>, String> {
    let shown = config.database_shown();
    let db = Db::look(&config.database_url, config.connecting()).await.map_err(|error| format!("{shown}: {error}"))?;
    // What may not be read is not there for whoever asks: it would be told to be made.
    db.check_rights().await.map_err(|error| format!("{shown}: {error}"))?;
    let pending = schema::pending_migrations(&db).await.map_err(|error| format!("{shown}: {error}"))?;
    let steps = match pending {
        0 => format!("schema {}, at this version", schema::version()),
        1 if config.no_migrate => "one step behind, `fieldhouse migrate` takes it".to_owned(),
        1 => "one step behind, `fieldhouse migrate` or the next start takes it".to_owned(),
        pending if config.no_migrate => format!("{pending} steps behind, `fieldhouse migrate` takes them"),
        pending => format!("{pending} steps behind, `fieldhouse migrate` or the next start takes them"),
    };
    findings.record("database", Ok(format!("{shown}, {steps}")));
    match db.writing().await {
        Ok(Writing::ReadOnly) => {
            findings.record("writing", Err("the database may only be read: nothing can be ordered".to_owned()));
        }
        // Lines of their own say so.
        Ok(Writing::Open | Writing::Alone | Writing::Full) => {}
        Err(error) => findings.record("writing", Err(error.to_string())),
    }
    findings.record("durability", db.check_durability().await.map_err(|error| format!("{error:#}")));
    match db.check_room().await {
        Ok(Some(room)) => findings.record("connections", Ok(room)),
        Ok(None) => {}
        Err(error) => findings.record("connections", Err(format!("{error:#}"))),
    }
    match db.check_standby().await {
        Ok(Some(standby)) => findings.record("standby", Ok(standby)),
        Ok(None) => {}
        Err(error) => findings.record("standby", Err(format!("{error:#}"))),
    }
    match db.check_follower().await {
        Ok(Some(follower)) => findings.record("reading", Ok(follower)),
        Ok(None) => {}
        Err(error) => findings.record("reading", Err(format!("{error:#}"))),
    }
    if pending > 0 {
        return Ok(None);
    }
    app::state(config.clone(), db).map(Some).map_err(|error| format!("{error:#}"))
}

/// What is in the database, and what is made of it.
async fn store(state: &AppState, findings: &mut Findings) {
    let started = Instant::now();
    if let Err(error) = app::read(state).await {
        findings.record("catalogue", Err(format!("{error:#}")));
        return;
    }
    let (catalog, contents) = (state.catalog.load(), state.contents.load());
    let skus: usize = catalog.products().iter().map(|product| product.variants.len()).sum();
    let millis = started.elapsed().as_millis();
    let counts =
        format!("{} products, {skus} skus, change {}, read in {millis} ms", catalog.products().len(), catalog.change);
    findings.record("catalogue", Ok(counts));
    let content = format!("{} pages, version {}", contents.page_count(), contents.version);
    let none = "nothing yet: `fieldhouse import content` takes it over".to_owned();
    findings.record("content", Ok(if contents.is_empty() { none } else { content }));
    findings.record("search", search(state));
    findings.record("parked", parked(state).await);
    findings.record("staff codes", codes_of_staff(state).await);
}

/// What was given up on its way out.
async fn parked(state: &AppState) -> Result<String, String> {
    let counts = jobs::counts(state.db.read()).await.map_err(|error| error.to_string())?;
    let parked = counts.iter().filter(|count| count.state == State::Parked);
    let parked: Vec<String> = parked.map(|count| format!("{} in {}", count.jobs, count.queue)).collect();
    if parked.is_empty() {
        return Ok("nothing was given up on its way out".to_owned());
    }
    Err(format!("given up: {}; `fieldhouse jobs list` names them", parked.join(", ")))
}

/// Systems outside, each asked.
async fn services(state: &AppState, findings: &mut Findings) {
    findings.record("content source", content_source(state).await);
    findings.record("addresses", addresses(state).await);
    findings.record("certificates", certificates(state).await);
    findings.record("offer codes", offer_codes(state).await);
    findings.record("erp", erp(state).await);
    findings.record("sign-on", sign_on(state).await);
}

/// What is built in: the browser's files, and the engine that renders pages.
async fn storefront(state: &AppState, findings: &mut Findings) {
    match Pages::new(state.clone()) {
        Err(error) => findings.record("storefront", Err(format!("{error:#}"))),
        Ok(pages) => {
            let assets = &pages.assets;
            let from = format!("{} files from {}", assets.len(), assets.origin);
            let missing = "not built: `make web` builds it".to_owned();
            findings.record("storefront", if assets.entry.script.is_none() { Err(missing) } else { Ok(from) });
            let desk = &pages.desk;
            let from = format!("{} files from {}", desk.len(), desk.origin);
            let missing = "not built: `make web` builds it".to_owned();
            findings.record("desk", if desk.entry.script.is_none() { Err(missing) } else { Ok(from) });
            let started = Instant::now();
            let rendered = pages.probe(Site::FIELDHOUSE, "/").await;
            let told =
                rendered.map(|status| format!("home page: {status}, {} ms with start", started.elapsed().as_millis()));
            findings.record("renderer", told.map_err(|error| error.to_string()));
        }
    }
}

/// The first product must be found by its own name.
fn search(state: &AppState) -> Result<String, String> {
    let catalog = state.catalog.load();
    let found = Site::all().find_map(|site| Some((site, catalog.products_of(site).next()?)));
    let Some((site, product)) = found else { return Ok("nothing to find yet".to_owned()) };
    let name = &product.facts.name;
    let view = catalog.search.suggest(&catalog, site, name, &[]).map_err(|failure| failure.title)?;
    if view.nb_hits == 0 {
        return Err(format!("{name:?} is sold but not found"));
    }
    Ok(format!("{} hits for {name:?}", view.nb_hits))
}
