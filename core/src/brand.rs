//! The brands and what sets them apart, as data: one table, a row a brand. Four are built in; a store adds rows of its
//! own before it opens. Nowhere else does code ask which site it is.

use std::{fmt, ops::Deref, sync::OnceLock};

use crate::text::{is_bidi_control, is_blank, is_control};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A brand's storefront: its place in the table of brands. Written as its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct Site(#[cfg_attr(feature = "wasm", tsify(type = "string"))] u8);

impl Site {
    /// The flagship team-sports brand and the default.
    pub const FIELDHOUSE: Self = Self(0);
    /// Games and equipment for schools.
    pub const US_GAMES: Self = Self(1);
    /// The club connection.
    pub const ATHLETIC_CONNECTION: Self = Self(2);
    /// The umbrella.
    pub const VARSITY_BRANDS: Self = Self(3);
    /// The sites every store has, the default first.
    pub const BUILT_IN: [Self; 4] = [Self::FIELDHOUSE, Self::US_GAMES, Self::ATHLETIC_CONNECTION, Self::VARSITY_BRANDS];

    /// All sites of this store: the ones built in, then the ones added, in the order they were.
    pub fn all() -> impl Iterator<Item = Self> {
        rows().zip(0..).map(|(_, place)| Self(place))
    }

    /// Its place among all sites.
    pub fn place(self) -> usize {
        usize::from(self.0)
    }

    /// The site key of the specifications.
    pub fn key(self) -> &'static str {
        brand(self).site.get()
    }

    /// The site of a key, exactly as written.
    pub fn parse(key: &str) -> Option<Self> {
        Self::all().find(|site| site.key() == key)
    }
}

impl Serialize for Site {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for Site {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Key;
        impl de::Visitor<'_> for Key {
            type Value = Site;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a site:")?;
                Site::all().try_for_each(|site| write!(f, " {}", site.key()))
            }

            fn visit_str<E: de::Error>(self, key: &str) -> Result<Site, E> {
                Site::parse(key).ok_or_else(|| E::invalid_value(de::Unexpected::Str(key), &self))
            }
        }
        deserializer.deserialize_str(Key)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Site {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .description(Some("Key of a brand's storefront: one of the store's."))
            .examples(Self::BUILT_IN.map(Self::key))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Site {}

/// A text of a brand. It lives as long as the table does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Text(#[cfg_attr(feature = "wasm", tsify(type = "string"))] &'static str);

impl Text {
    /// As long as any text.
    pub const fn get(self) -> &'static str {
        self.0
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl From<String> for Text {
    /// Keeps it for as long as the process runs: for what is read once, at its start.
    fn from(text: String) -> Self {
        Self(text.leak())
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

/// What a site can do and is called (decisions: brands). One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandView {
    /// Site key: lower-case letters and digits.
    pub site: Text,
    /// Shown name.
    pub name: Text,
    /// Promo-code box in the cart (cart §2).
    pub promo_box: bool,
    /// Certificate box in the cart.
    pub certificate_box: bool,
    /// Program ID box.
    pub program_id_box: bool,
    /// Create-account link at sign-in.
    pub register_link: bool,
    /// Certificates link in the account navigation.
    pub certificates_nav_link: bool,
    /// Change-request links in the address book.
    pub change_requests: bool,
    /// Personal prices are asked for even without a code.
    pub always_personal_prices: bool,
    /// `dot` or `dash`.
    pub divider: Text,
    /// Label of the savings line.
    pub savings_label: Text,
    /// Uses the alternate navigation and footer.
    pub alternate_shell: bool,
    /// 'Satisfaction guaranteed' and two brand logo links in the footer (shell §1).
    pub satisfaction_badge: bool,
    /// Wishlist link and hearts.
    pub wishlist: bool,
    /// Phone for call-to-order articles.
    pub call_to_order_phone: Text,
    /// Catalog of certificate calls: `BS` or `US` (cart §7).
    pub certificate_catalog: Text,
    /// Site code of certificate calls (cart §7).
    pub certificate_site_code: Text,
    /// Site code of report pages (shell §1).
    pub report_site_code: Text,
    /// What the numbers of its orders begin with: upper-case letters, its own.
    pub order_prefix: Text,
    /// Site whose design it is drawn in.
    pub design: Text,
    /// Address of its icon.
    pub icon: Text,
}

/// Why a brand cannot be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BrandError {
    /// Of a site a field, and what it has to be.
    Field(Text, &'static str, &'static str),
    /// Of a site a field in which another brand has the same.
    Taken(Text, &'static str),
    /// There is no room for more.
    TooMany,
    /// The table is in use.
    TooLate,
}

impl fmt::Display for BrandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(site, field, must) => write!(f, "the brand {site}: {field} must {must}"),
            Self::Taken(site, field) => write!(f, "the brand {site}: another one has the same {field}"),
            Self::TooMany => f.write_str("there are too many brands"),
            Self::TooLate => f.write_str("brands are added before the store opens"),
        }
    }
}

impl std::error::Error for BrandError {}

/// Characters of a name, a label, a phone number.
const LONGEST_TEXT: usize = 60;

static ADDED: OnceLock<Vec<BrandView>> = OnceLock::new();

fn rows() -> impl Iterator<Item = &'static BrandView> {
    BUILT_IN.iter().chain(ADDED.get().into_iter().flatten())
}

/// The capabilities of a site.
pub fn brand(site: Site) -> &'static BrandView {
    let place = site.place();
    let added = || ADDED.get()?.get(place.checked_sub(BUILT_IN.len())?);
    // A site is a place in the table, which loses none.
    BUILT_IN.get(place).or_else(added).unwrap_or(&FLAGSHIP)
}

/// Adds brands to the ones built in: once, before anything asks which there are.
pub fn install(brands: Vec<BrandView>) -> Result<(), BrandError> {
    check(&brands)?;
    ADDED.set(brands).map_err(|_| BrandError::TooLate)
}

/// Adds the one brand of a page, which the server has checked. False when it is too late.
#[cfg(feature = "wasm")]
pub fn install_checked(brand: BrandView) -> bool {
    ADDED.set(vec![brand]).is_ok()
}

/// Whether brands can stand beside each other and the ones built in.
fn check(brands: &[BrandView]) -> Result<(), BrandError> {
    let mut rows = Vec::from(BUILT_IN);
    for brand in brands {
        brand.check()?;
        let is = |read: fn(&BrandView) -> Text| rows.iter().any(|row| read(row) == read(brand));
        if is(|row| row.site) {
            return Err(BrandError::Taken(brand.site, "site"));
        }
        // Its orders are found by their numbers alone.
        if is(|row| row.order_prefix) {
            return Err(BrandError::Taken(brand.site, "orderPrefix"));
        }
        if !BUILT_IN.iter().any(|row| row.site == brand.design) {
            return Err(BrandError::Field(brand.site, "design", "be a site that is built in"));
        }
        rows.push(*brand);
    }
    if rows.len() > usize::from(u8::MAX) { Err(BrandError::TooMany) } else { Ok(()) }
}

impl BrandView {
    fn check(&self) -> Result<(), BrandError> {
        let all = |text: &str, most: usize, allowed: fn(u8) -> bool| {
            (1..=most).contains(&text.len()) && text.bytes().all(allowed)
        };
        let field =
            |holds: bool, name, must| if holds { Ok(()) } else { Err(BrandError::Field(self.site, name, must)) };
        // It stands in host names, addresses, and names in the database.
        let key = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        field(all(&self.site, 32, key), "site", "be 1 to 32 lower-case letters and digits")?;
        let prefix = |b: u8| b.is_ascii_uppercase();
        field(all(&self.order_prefix, 4, prefix), "orderPrefix", "be 1 to 4 upper-case letters")?;
        // They stand in headings, letters and the names of senders.
        let line = |text: &str| {
            let unfit = |c: char| is_control(c) || is_bidi_control(c);
            !is_blank(text) && text.chars().count() <= LONGEST_TEXT && !text.contains(unfit)
        };
        let must = "be one line of 1 to 60 characters";
        field(line(&self.name), "name", must)?;
        field(line(&self.savings_label), "savingsLabel", must)?;
        field(line(&self.call_to_order_phone), "callToOrderPhone", must)?;
        field(["dot", "dash"].contains(&&*self.divider), "divider", "be dot or dash")?;
        field(["BS", "US"].contains(&&*self.certificate_catalog), "certificateCatalog", "be BS or US")?;
        let code = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        let must = "be 1 to 20 letters, digits and underscores";
        field(all(&self.certificate_site_code, 20, code), "certificateSiteCode", must)?;
        field(all(&self.report_site_code, 20, code), "reportSiteCode", must)
    }
}

/// The rows that every store has.
static BUILT_IN: [BrandView; 4] = [
    FLAGSHIP,
    BrandView {
        site: Text("usgames"),
        name: Text("US Games"),
        satisfaction_badge: true,
        call_to_order_phone: Text("1-800-555-0163"),
        certificate_site_code: Text("M_USG"),
        report_site_code: Text("M_USG"),
        order_prefix: Text("UG"),
        design: Text("usgames"),
        icon: Text("/assets/icon-usgames.v1.svg"),
        ..OTHER
    },
    BrandView {
        site: Text("athleticconnection"),
        name: Text("Athletic Connection"),
        promo_box: false,
        certificate_box: false,
        program_id_box: false,
        register_link: false,
        certificates_nav_link: false,
        change_requests: false,
        always_personal_prices: true,
        savings_label: Text("5% Off for Ordering Online"),
        call_to_order_phone: Text("1-800-555-0127"),
        certificate_site_code: Text("M_TAC"),
        report_site_code: Text("M_TAC"),
        order_prefix: Text("AC"),
        design: Text("athleticconnection"),
        icon: Text("/assets/icon-athleticconnection.v1.svg"),
        ..OTHER
    },
    BrandView {
        site: Text("varsitybrands"),
        name: Text("Varsity Brands"),
        divider: Text("dash"),
        alternate_shell: true,
        call_to_order_phone: Text("1-800-555-0188"),
        certificate_site_code: Text("VB"),
        report_site_code: Text("M_VB"),
        order_prefix: Text("VB"),
        design: Text("varsitybrands"),
        icon: Text("/assets/icon-varsitybrands.v1.svg"),
        ..OTHER
    },
];

const FLAGSHIP: BrandView = BrandView {
    site: Text("fieldhouse"),
    name: Text("Fieldhouse"),
    promo_box: true,
    certificate_box: true,
    program_id_box: true,
    register_link: true,
    certificates_nav_link: true,
    change_requests: true,
    always_personal_prices: false,
    divider: Text("dot"),
    savings_label: Text("Savings"),
    alternate_shell: false,
    satisfaction_badge: false,
    wishlist: true,
    call_to_order_phone: Text("1-800-555-0142"),
    certificate_catalog: Text("BS"),
    certificate_site_code: Text("M_BSN2"),
    report_site_code: Text("M_BSN"),
    order_prefix: Text("FH"),
    design: Text("fieldhouse"),
    icon: Text("/assets/icon-fieldhouse.v1.svg"),
};

/// What the others share.
const OTHER: BrandView = BrandView { wishlist: false, certificate_catalog: Text("US"), ..FLAGSHIP };

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of the table as the specifications state them, in the order of [`Site::BUILT_IN`].
    fn column<T>(read: impl Fn(&BrandView) -> T) -> [T; 4] {
        Site::BUILT_IN.map(|site| read(brand(site)))
    }

    #[test]
    fn keys_read_back_and_nothing_else_is_a_site() {
        for site in Site::BUILT_IN {
            assert_eq!(Site::parse(site.key()), Some(site));
            assert_eq!(&*brand(site).site, site.key());
            assert_eq!(brand(site).site.to_string(), site.key());
        }
        for key in ["", "Fieldhouse", "fieldhouse ", "bsn"] {
            assert_eq!(Site::parse(key), None, "{key:?}");
        }
    }

    #[test]
    fn the_club_site_has_no_code_boxes_and_no_registration() {
        // fieldhouse, usgames, athleticconnection, varsitybrands
        let all_but_club = [true, true, false, true];
        assert_eq!(column(|brand| brand.promo_box), all_but_club);
        assert_eq!(column(|brand| brand.certificate_box), all_but_club);
        assert_eq!(column(|brand| brand.program_id_box), all_but_club);
        assert_eq!(column(|brand| brand.register_link), all_but_club);
        assert_eq!(column(|brand| brand.certificates_nav_link), all_but_club);
        assert_eq!(column(|brand| brand.change_requests), all_but_club);
        assert_eq!(column(|brand| brand.always_personal_prices), [false, false, true, false]);
    }

    #[test]
    fn codes_and_labels_are_the_specifications() {
        assert_eq!(column(|brand| brand.certificate_catalog.get()), ["BS", "US", "US", "US"]);
        assert_eq!(column(|brand| brand.certificate_site_code.get()), ["M_BSN2", "M_USG", "M_TAC", "VB"]);
        assert_eq!(column(|brand| brand.report_site_code.get()), ["M_BSN", "M_USG", "M_TAC", "M_VB"]);
        assert_eq!(column(|brand| brand.divider.get()), ["dot", "dot", "dot", "dash"]);
        assert_eq!(column(|brand| brand.satisfaction_badge), [false, true, false, false]);
        assert_eq!(column(|brand| brand.alternate_shell), [false, false, false, true]);
        let savings = column(|brand| brand.savings_label.get());
        assert_eq!(savings, ["Savings", "Savings", "5% Off for Ordering Online", "Savings"]);
    }

    #[test]
    fn every_site_has_its_own_phone_and_name() {
        let phones: std::collections::BTreeSet<&str> = column(|brand| brand.call_to_order_phone.get()).into();
        let names: std::collections::BTreeSet<&str> = column(|brand| brand.name.get()).into();
        assert_eq!((phones.len(), names.len()), (4, 4));
    }

    fn added() -> BrandView {
        let text = |text: &'static str| Text(text);
        BrandView {
            site: text("clubhouse"),
            name: text("Clubhouse"),
            order_prefix: text("CH"),
            call_to_order_phone: text("1-800-555-0199"),
            ..*brand(Site::US_GAMES)
        }
    }

    #[test]
    fn an_added_brand_is_a_site_like_the_others() {
        install(vec![added()]).unwrap();
        let site = Site::parse("clubhouse").unwrap();
        assert_eq!(Site::all().collect::<Vec<_>>(), [&Site::BUILT_IN[..], &[site]].concat());
        assert_eq!((site.key(), &*brand(site).name, site.place()), ("clubhouse", "Clubhouse", 4));
        assert_eq!(serde_json::to_string(&site).unwrap(), r#""clubhouse""#);
        assert_eq!(serde_json::from_str::<Site>(r#""clubhouse""#).unwrap(), site);
        assert!(serde_json::from_str::<Site>(r#""clubhous""#).is_err());
        assert_eq!(install(vec![]), Err(BrandError::TooLate), "the table never changes");
    }

    #[test]
    fn a_brand_that_would_be_taken_for_another_or_cannot_work_is_refused() {
        let refused = |change: fn(&mut BrandView)| {
            let mut brand = added();
            change(&mut brand);
            check(&[brand]).unwrap_err().to_string()
        };
        assert_eq!(refused(|brand| brand.site = Text("usgames")), "the brand usgames: another one has the same site");
        assert_eq!(
            refused(|brand| brand.order_prefix = Text("UG")),
            "the brand clubhouse: another one has the same orderPrefix"
        );
        let twice = check(&[added(), added()]);
        assert_eq!(twice, Err(BrandError::Taken(Text("clubhouse"), "site")));
        for key in ["", "Club", "club-house", "club house", "clubs.example", &"c".repeat(33)] {
            let brand = BrandView { site: key.to_owned().into(), ..added() };
            assert!(matches!(check(&[brand]), Err(BrandError::Field(_, "site", _))), "{key:?}");
        }
        for prefix in ["", "ch", "C-", "C1", "CLUBS"] {
            let brand = BrandView { order_prefix: Text(prefix), ..added() };
            assert!(matches!(check(&[brand]), Err(BrandError::Field(_, "orderPrefix", _))), "{prefix:?}");
        }
        let line = "must be one line of 1 to 60 characters";
        for text in ["", " ", "Club\nHouse", "Club\u{202e}House", &"c".repeat(61)] {
            let told = |brand: BrandView| check(&[brand]).unwrap_err().to_string();
            let held: Text = text.to_owned().into();
            assert_eq!(told(BrandView { name: held, ..added() }), format!("the brand clubhouse: name {line}"));
            let label = BrandView { savings_label: held, ..added() };
            assert_eq!(told(label), format!("the brand clubhouse: savingsLabel {line}"));
            let phone = BrandView { call_to_order_phone: held, ..added() };
            assert_eq!(told(phone), format!("the brand clubhouse: callToOrderPhone {line}"));
        }
        assert_eq!(check(&[BrandView { name: Text("Schwimmverein & Söhne"), ..added() }]), Ok(()));
        for code in ["", "M CLB", "M/CLB", &"C".repeat(21)] {
            let held: Text = code.to_owned().into();
            let brand = BrandView { certificate_site_code: held, ..added() };
            assert!(matches!(check(&[brand]), Err(BrandError::Field(_, "certificateSiteCode", _))), "{code:?}");
            let brand = BrandView { report_site_code: held, ..added() };
            assert!(matches!(check(&[brand]), Err(BrandError::Field(_, "reportSiteCode", _))), "{code:?}");
        }
        assert_eq!(refused(|brand| brand.divider = Text("line")), "the brand clubhouse: divider must be dot or dash");
        assert_eq!(
            refused(|brand| brand.certificate_catalog = Text("CH")),
            "the brand clubhouse: certificateCatalog must be BS or US"
        );
        assert_eq!(
            refused(|brand| brand.design = Text("clubhouse")),
            "the brand clubhouse: design must be a site that is built in"
        );
        let many = |count: u32| {
            let brands = (0..count).map(|number| {
                let letters = [number / 26, number % 26].map(|n| char::from(b'A' + u8::try_from(n).unwrap()));
                let prefix = letters.iter().collect::<String>() + "X";
                BrandView { site: format!("club{number}").into(), order_prefix: prefix.into(), ..added() }
            });
            check(&brands.collect::<Vec<_>>())
        };
        assert_eq!(many(251), Ok(()));
        assert_eq!(many(252), Err(BrandError::TooMany));
    }
}
