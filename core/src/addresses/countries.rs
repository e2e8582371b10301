//! Countries an address can lie in (account §3): two capitals stored, the usual English name shown.

use super::states::{ChoiceView, choices};

/// The country of a new address (account §9).
pub const DEFAULT_COUNTRY: &str = "US";

/// ISO 3166-1 without uninhabited places. The territories of the United States are states of it
/// here, as its post counts them. The two home markets come first.
const COUNTRIES: &str = "US United States|CA Canada|AF Afghanistan|AX Åland Islands|AL Albania|DZ Algeria|AD Andorra|AO Angola|\
AI Anguilla|AG Antigua and Barbuda|AR Argentina|AM Armenia|AW Aruba|AU Australia|AT Austria|AZ Azerbaijan|\
BS Bahamas|BH Bahrain|BD Bangladesh|BB Barbados|BY Belarus|BE Belgium|BZ Belize|BJ Benin|BM Bermuda|BT Bhutan|\
BO Bolivia|BA Bosnia and Herzegovina|BW Botswana|BR Brazil|VG British Virgin Islands|BN Brunei|BG Bulgaria|\
BF Burkina Faso|BI Burundi|CV Cabo Verde|KH Cambodia|CM Cameroon|BQ Caribbean Netherlands|KY Cayman Islands|\
CF Central African Republic|TD Chad|CL Chile|CN China|CX Christmas Island|CC Cocos (Keeling) Islands|\
CO Colombia|KM Comoros|CG Congo|CD Congo (Democratic Republic)|CK Cook Islands|CR Costa Rica|CI Côte d'Ivoire|\
HR Croatia|CU Cuba|CW Curaçao|CY Cyprus|CZ Czechia|DK Denmark|DJ Djibouti|DM Dominica|DO Dominican Republic|\
EC Ecuador|EG Egypt|SV El Salvador|GQ Equatorial Guinea|ER Eritrea|EE Estonia|SZ Eswatini|ET Ethiopia|\
FK Falkland Islands|FO Faroe Islands|FJ Fiji|FI Finland|FR France|GF French Guiana|PF French Polynesia|GA Gabon|\
GM Gambia|GE Georgia|DE Germany|GH Ghana|GI Gibraltar|GR Greece|GL Greenland|GD Grenada|GP Guadeloupe|\
GT Guatemala|GG Guernsey|GN Guinea|GW Guinea-Bissau|GY Guyana|HT Haiti|HN Honduras|HK Hong Kong|HU Hungary|\
IS Iceland|IN India|ID Indonesia|IR Iran|IQ Iraq|IE Ireland|IM Isle of Man|IL Israel|IT Italy|JM Jamaica|\
JP Japan|JE Jersey|JO Jordan|KZ Kazakhstan|KE Kenya|KI Kiribati|KW Kuwait|KG Kyrgyzstan|LA Laos|LV Latvia|\
LB Lebanon|LS Lesotho|LR Liberia|LY Libya|LI Liechtenstein|LT Lithuania|LU Luxembourg|MO Macao|MG Madagascar|\
MW Malawi|MY Malaysia|MV Maldives|ML Mali|MT Malta|MH Marshall Islands|MQ Martinique|MR Mauritania|MU Mauritius|\
YT Mayotte|MX Mexico|FM Micronesia|MD Moldova|MC Monaco|MN Mongolia|ME Montenegro|MS Montserrat|MA Morocco|\
MZ Mozambique|MM Myanmar|NA Namibia|NR Nauru|NP Nepal|NL Netherlands|NC New Caledonia|NZ New Zealand|\
NI Nicaragua|NE Niger|NG Nigeria|NU Niue|NF Norfolk Island|KP North Korea|MK North Macedonia|NO Norway|OM Oman|\
PK Pakistan|PW Palau|PS Palestine|PA Panama|PG Papua New Guinea|PY Paraguay|PE Peru|PH Philippines|PN Pitcairn|\
PL Poland|PT Portugal|QA Qatar|RE Réunion|RO Romania|RU Russia|RW Rwanda|BL Saint Barthélemy|SH Saint Helena|\
KN Saint Kitts and Nevis|LC Saint Lucia|MF Saint Martin|PM Saint Pierre and Miquelon|\
VC Saint Vincent and the Grenadines|WS Samoa|SM San Marino|ST São Tomé and Príncipe|SA Saudi Arabia|SN Senegal|\
RS Serbia|SC Seychelles|SL Sierra Leone|SG Singapore|SX Sint Maarten|SK Slovakia|SI Slovenia|SB Solomon Islands|\
SO Somalia|ZA South Africa|KR South Korea|SS South Sudan|ES Spain|LK Sri Lanka|SD Sudan|SR Suriname|\
SJ Svalbard and Jan Mayen|SE Sweden|CH Switzerland|SY Syria|TW Taiwan|TJ Tajikistan|TZ Tanzania|TH Thailand|\
TL Timor-Leste|TG Togo|TK Tokelau|TO Tonga|TT Trinidad and Tobago|TN Tunisia|TR Türkiye|TM Turkmenistan|\
TC Turks and Caicos Islands|TV Tuvalu|UG Uganda|UA Ukraine|AE United Arab Emirates|GB United Kingdom|UY Uruguay|\
UZ Uzbekistan|VU Vanuatu|VA Vatican City|VE Venezuela|VN Vietnam|WF Wallis and Futuna|EH Western Sahara|\
YE Yemen|ZM Zambia|ZW Zimbabwe";

/// All countries, the home markets first.
pub fn countries() -> Vec<ChoiceView> {
    choices(COUNTRIES).collect()
}

/// The code of a country as stored, when `typed` is one in any case.
pub(super) fn country_code(typed: &str) -> Option<&'static str> {
    choices(COUNTRIES).find(|country| country.code.eq_ignore_ascii_case(typed)).map(|country| country.code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_code_and_a_name_once() {
        let all = countries();
        assert_eq!(all.len(), 237);
        assert_eq!((all[0].code, all[1].code), ("US", "CA"));
        let mut codes: Vec<&str> = all.iter().map(|country| country.code).collect();
        assert!(codes.iter().all(|code| code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase())));
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), all.len());
        assert!(all.iter().all(|country| !country.name.is_empty()));
    }

    #[test]
    fn a_country_is_found_in_any_case() {
        assert_eq!(country_code("us"), Some("US"));
        assert_eq!(country_code("USA"), None);
        assert_eq!(country_code(""), None);
    }
}
