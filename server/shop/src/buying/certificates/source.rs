//! Where certificates are looked up: the store's own table, or a service outside. Which of them one of
//! our orders used is always our own to say.

use fieldhouse_core::{
    brand::{Site, brand},
    certificates::{
        CertificateDraft, CertificateQuestion,
        answer::{CertificateRecord, certificate_answer},
    },
};
use fieldhouse_kernel::{failure::Failure, upstream::Limits};
use sea_orm::ConnectionTrait;

use super::{
    client::CertificateService,
    store::{self, CertificateRow},
};
use crate::{config::Config, env::Env};

/// Status of a certificate that was used.
const REDEEMED: &str = "C";

/// Where certificates come from.
#[derive(Debug, Default)]
pub enum Certificates {
    /// The store's own table.
    #[default]
    Embedded,
    /// A service.
    Service(Box<CertificateService>),
}

impl Certificates {
    /// The service at the configured address, or the store's own table.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        if config.certificates.is_empty() {
            return Ok(Self::Embedded);
        }
        let service = CertificateService::new(&config.certificates, &config.certificates_token, Limits::default())?;
        Ok(Self::Service(Box::new(service)))
    }

    /// What the look-up says of a certificate at a site. An unknown one has no number; an error is an
    /// outage and says nothing of the certificate. Never within a transaction: a service takes its time.
    pub async fn look_up(
        &self,
        env: &Env,
        site: Site,
        question: &CertificateQuestion,
    ) -> Result<CertificateDraft, Failure> {
        let db = env.db.read();
        let number = question.certificate_number.trim().to_ascii_uppercase();
        let Self::Service(service) = self else {
            return find(env, db, site, &number).await;
        };
        let asked = CertificateQuestion { certificate_number: number, ..question.clone() };
        let answer = service.look_up(&env.clock, &asked).await.map_err(Failure::unavailable)?;
        // Whatever the service says: what paid an order of ours is used.
        if store::find_use(db, &asked.catalog, &asked.certificate_number).await?.is_some() {
            return Ok(CertificateDraft { is_valid: false, status: REDEEMED.to_owned(), ..answer });
        }
        Ok(answer)
    }
}

/// The question for a number at a site, with the codes of cart §7.
pub fn question(site: Site, number: &str) -> CertificateQuestion {
    let brand = brand(site);
    CertificateQuestion {
        certificate_number: number.trim().to_ascii_uppercase(),
        catalog: brand.certificate_catalog.to_string(),
        site_code: brand.certificate_site_code.to_string(),
    }
}

/// What our own table says of a number, in capitals.
pub async fn find(env: &Env, db: &impl ConnectionTrait, site: Site, number: &str) -> Result<CertificateDraft, Failure> {
    let brand = brand(site);
    let row = store::find_certificate(db, &brand.certificate_catalog, number).await?;
    let here = |row: &CertificateRow| row.site_code.is_empty() || row.site_code == brand.certificate_site_code.get();
    let Some(row) = row.filter(here) else { return Ok(CertificateDraft::default()) };
    let used = store::find_use(db, &brand.certificate_catalog, number).await?.is_some();
    Ok(certificate_answer(&record(row, used), &env.today()))
}

fn record(row: CertificateRow, used: bool) -> CertificateRecord {
    CertificateRecord {
        certificate_number: row.number,
        status: row.status,
        is_valid: row.is_valid,
        expires_on: row.expires_on,
        value: row.value_cents.into(),
        organization: row.organization,
        participant: row.participant,
        flyer: row.flyer,
        used,
    }
}
