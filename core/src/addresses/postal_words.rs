//! The words of United States addresses and how they are abbreviated (USPS Publication 28, appendices
//! B and C), and which state a ZIP Code lies in. Only tables and look-ups in them.

/// Streets: the standard abbreviation, then what else is written for it.
const SUFFIXES: &str = "ALY ALLEE ALLEY ALLY|ANX ANEX ANNEX ANNX|ARC ARCADE|AVE AV AVEN AVENU AVENUE AVN AVNUE|\
BYU BAYOO BAYOU|BCH BEACH|BND BEND|BLF BLUF BLUFF|BLFS BLUFFS|BTM BOT BOTTM BOTTOM|BLVD BOUL BOULEVARD BOULV|\
BR BRNCH BRANCH|BRG BRDGE BRIDGE|BRK BROOK|BRKS BROOKS|BG BURG|BGS BURGS|BYP BYPA BYPAS BYPASS BYPS|CP CAMP CMP|\
CYN CANYN CANYON CNYN|CPE CAPE|CSWY CAUSEWAY CAUSWA|CTR CEN CENT CENTER CENTR CENTRE CNTER CNTR|CTRS CENTERS|\
CIR CIRC CIRCL CIRCLE CRCL CRCLE|CIRS CIRCLES|CLF CLIFF|CLFS CLIFFS|CLB CLUB|CMN COMMON|CMNS COMMONS|COR CORNER|\
CORS CORNERS|CRSE COURSE|CT COURT|CTS COURTS|CV COVE|CVS COVES|CRK CREEK|CRES CRESCENT CRSENT CRSNT|CRST CREST|\
XING CROSSING CRSSNG|XRD CROSSROAD|XRDS CROSSROADS|CURV CURVE|DL DALE|DM DAM|DV DIV DIVIDE DVD|DR DRIV DRIVE DRV|\
DRS DRIVES|EST ESTATE|ESTS ESTATES|EXPY EXP EXPR EXPRESS EXPRESSWAY EXPW|EXT EXTENSION EXTN EXTNSN|EXTS EXTENSIONS|\
FALL|FLS FALLS|FRY FERRY FRRY|FLD FIELD|FLDS FIELDS|FLT FLAT|FLTS FLATS|FRD FORD|FRDS FORDS|FRST FOREST FORESTS|\
FRG FORG FORGE|FRGS FORGES|FRK FORK|FRKS FORKS|FT FORT FRT|FWY FREEWAY FREEWY FRWAY FRWY|GDN GARDEN GARDN GRDEN GRDN|\
GDNS GARDENS GRDNS|GTWY GATEWAY GATEWY GATWAY GTWAY|GLN GLEN|GLNS GLENS|GRN GREEN|GRNS GREENS|GRV GROV GROVE|\
GRVS GROVES|HBR HARB HARBOR HARBR HRBOR|HBRS HARBORS|HVN HAVEN|HTS HEIGHTS HT|HWY HIGHWAY HIGHWY HIWAY HIWY HWAY|\
HL HILL|HLS HILLS|HOLW HLLW HOLLOW HOLLOWS HOLWS|INLT INLET|IS ISLAND ISLND|ISS ISLANDS ISLNDS|ISLE ISLES|\
JCT JCTION JCTN JUNCTION JUNCTN JUNCTON|JCTS JCTNS JUNCTIONS|KY KEY|KYS KEYS|KNL KNOL KNOLL|KNLS KNOLLS|LK LAKE|\
LKS LAKES|LAND|LNDG LANDING LNDNG|LN LANE|LGT LIGHT|LGTS LIGHTS|LF LOAF|LCK LOCK|LCKS LOCKS|LDG LDGE LODG LODGE|\
LOOP LOOPS|MALL|MNR MANOR|MNRS MANORS|MDW MEADOW|MDWS MDW MEADOWS MEDOWS|MEWS|ML MILL|MLS MILLS|MSN MISSN MSSN MISSION|\
MTWY MOTORWAY|MT MNT MOUNT|MTN MNTAIN MNTN MOUNTAIN MOUNTIN MTIN|MTNS MNTNS MOUNTAINS|NCK NECK|ORCH ORCHARD ORCHRD|\
OVAL OVL|OPAS OVERPASS|PARK PRK|PARKS|PKWY PARKWAY PARKWY PKWAY PKY PARKWAYS PKWYS|PASS|PSGE PASSAGE|PATH PATHS|\
PIKE PIKES|PNE PINE|PNES PINES|PL PLACE|PLN PLAIN|PLNS PLAINS|PLZ PLAZA PLZA|PT POINT|PTS POINTS|PRT PORT|PRTS PORTS|\
PR PRAIRIE PRR|RADL RAD RADIAL RADIEL|RAMP|RNCH RANCH RANCHES RNCHS|RPD RAPID|RPDS RAPIDS|RST REST|RDG RDGE RIDGE|\
RDGS RIDGES|RIV RIVER RVR RIVR|RD ROAD|RDS ROADS|RTE ROUTE|ROW|RUE|RUN|SHL SHOAL|SHLS SHOALS|SHR SHOAR SHORE|\
SHRS SHOARS SHORES|SKWY SKYWAY|SPG SPNG SPRING SPRNG|SPGS SPNGS SPRINGS SPRNGS|SPUR SPURS|SQ SQR SQRE SQU SQUARE|\
SQS SQRS SQUARES|STA STATION STATN STN|STRA STRAV STRAVEN STRAVENUE STRAVN STRVN STRVNUE|STRM STREAM STREME|\
ST STREET STRT STR|STS STREETS|SMT SUMIT SUMITT SUMMIT|TER TERR TERRACE|TRWY THROUGHWAY|TRCE TRACE TRACES|\
TRAK TRACK TRACKS TRK TRKS|TRFY TRAFFICWAY|TRL TRAIL TRAILS TRLS|TUNL TUNEL TUNLS TUNNEL TUNNELS TUNNL|\
TPKE TRNPK TURNPIKE TURNPK|UPAS UNDERPASS|UN UNION|UNS UNIONS|VLY VALLEY VALLY VLLY|VLYS VALLEYS|\
VIA VDCT VIADCT VIADUCT|VW VIEW|VWS VIEWS|VLG VILL VILLAG VILLAGE VILLG VILLIAGE|VLGS VILLAGES|VL VILLE|\
VIS VIST VISTA VST VSTA|WALK WALKS|WALL|WAY WY|WAYS|WL WELL|WLS WELLS";

/// Words for streets that, written out, are as often the end of a name: 'Rolling Green', 'Sunset View'.
const NAMES_TOO: &str = "BEACH BEND BLUFF BLUFFS BOTTOM BRANCH BRIDGE BROOK BROOKS CAMP CANYON CAPE CENTER CENTRE CLIFF \
CLIFFS CLUB COMMON COMMONS CORNER CORNERS CREEK CREST DALE DAM ESTATE ESTATES FALLS FERRY FIELD FIELDS FLAT FLATS FORD FOREST \
FORGE FORK FORKS FORT GARDEN GARDENS GATEWAY GLEN GREEN GROVE HARBOR HAVEN HEIGHTS HILL HILLS HOLLOW ISLAND ISLANDS ISLES \
JUNCTION KEY KNOLL KNOLLS LAKE LAKES LANDING LIGHT LIGHTS LOAF LOCK LODGE MANOR MEADOW MEADOWS MILL MILLS MISSION MOUNT \
MOUNTAIN NECK ORCHARD PINE PINES PLAIN PLAINS POINT POINTS PORT PRAIRIE RANCH RAPIDS REST RIDGE RIVER SHOAL SHORE SHORES \
SPRING SPRINGS STATION STREAM SUMMIT TRACK UNION VALLEY VIEW VIEWS VILLAGE VILLE VISTA WELL WELLS";

/// Words that are written in capitals even where all others are too.
const CAPITALS: &str = "NE NW SE SW US FM CR SR II III IV";

/// Directions.
const DIRECTIONS: &str = "N NORTH|S SOUTH|E EAST|W WEST|NE NORTHEAST|NW NORTHWEST|SE SOUTHEAST|SW SOUTHWEST";

/// Units that are followed by a number or letter.
const NUMBERED_UNITS: &str = "APT APARTMENT|BLDG BUILDING|DEPT DEPARTMENT|FL FLOOR FLR|HNGR HANGAR HANGER|KEY|LOT|PIER|\
RM ROOM|SLIP|SPC SPACE|STOP|STE SUITE|TRLR TRAILER|UNIT|#";

/// Units that stand alone.
const PLAIN_UNITS: &str = "BSMT BASEMENT|FRNT FRONT|LBBY LOBBY|LOWR LOWER|OFC OFFICE|PH PENTHOUSE|REAR|SIDE|UPPR UPPER";

/// The first three digits of ZIP Codes by state.
const PREFIXES: &str = "005-005 NY|006-007 PR|008-008 VI|009-009 PR|010-027 MA|028-029 RI|030-038 NH|039-049 ME|\
050-054 VT|055-055 MA|056-059 VT|060-069 CT|070-089 NJ|090-098 AE|100-149 NY|150-196 PA|197-199 DE|200-200 DC|\
201-201 VA|202-205 DC|206-219 MD|220-246 VA|247-268 WV|270-289 NC|290-299 SC|300-319 GA|320-339 FL|340-340 AA|\
341-349 FL|350-369 AL|370-385 TN|386-397 MS|398-399 GA|400-427 KY|430-459 OH|460-479 IN|480-499 MI|500-528 IA|\
530-549 WI|550-567 MN|569-569 DC|570-577 SD|580-588 ND|590-599 MT|600-629 IL|630-658 MO|660-679 KS|680-693 NE|\
700-714 LA|716-729 AR|730-731 OK|733-733 TX|734-749 OK|750-799 TX|800-816 CO|820-831 WY|832-838 ID|840-847 UT|\
850-865 AZ|870-884 NM|885-885 TX|889-898 NV|900-961 CA|962-966 AP|967-968 HI|969-969 GU|970-979 OR|980-994 WA|995-999 AK";

/// The first word of the row that has `word`, in capitals.
fn standard(table: &'static str, word: &str) -> Option<&'static str> {
    table.split('|').find_map(|row| {
        let mut words = row.split(' ');
        let first = words.next()?;
        let has = first == word || words.any(|other| other == word);
        has.then_some(first)
    })
}

/// `ST` for `STREET`; the word is in capitals.
pub(super) fn suffix(word: &str) -> Option<&'static str> {
    standard(SUFFIXES, word)
}

/// Whether a word for a street, written out, may as well be the end of a name.
pub(super) fn may_be_a_name(word: &str) -> bool {
    NAMES_TOO.split(' ').any(|known| known == word)
}

/// Whether a word stays small inside a name: `Avenue of the Americas`.
pub(super) fn is_small(word: &str) -> bool {
    matches!(word, "OF" | "THE" | "DE" | "LA" | "DEL" | "LOS" | "LAS" | "AND")
}

/// Whether a word in capitals stays so in a line of capitals.
pub(super) fn stays_capital(word: &str) -> bool {
    CAPITALS.split(' ').any(|known| known == word)
}

/// `NE` for `NORTHEAST`.
pub(super) fn direction(word: &str) -> Option<&'static str> {
    standard(DIRECTIONS, word)
}

/// `APT` for `APARTMENT`: a unit that a number or letter follows.
pub(super) fn numbered_unit(word: &str) -> Option<&'static str> {
    standard(NUMBERED_UNITS, word)
}

/// `BSMT` for `BASEMENT`: a unit that stands alone.
pub(super) fn plain_unit(word: &str) -> Option<&'static str> {
    standard(PLAIN_UNITS, word)
}

/// The state of a five-digit ZIP Code, by its first three digits.
pub(super) fn state_of_zip(zip: &str) -> Option<&'static str> {
    let area = zip.get(..3).filter(|area| area.bytes().all(|b| b.is_ascii_digit()))?;
    PREFIXES.split('|').find_map(|row| {
        let (span, state) = row.split_once(' ')?;
        let (first, last) = span.split_once('-')?;
        (first <= area && area <= last).then_some(state)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn words_have_their_standard_form() {
        assert_eq!(suffix("STREET"), Some("ST"));
        assert_eq!(suffix("ST"), Some("ST"));
        assert_eq!(suffix("BOULEVARD"), Some("BLVD"));
        assert_eq!(suffix("MAIN"), None);
        assert_eq!(direction("SOUTHWEST"), Some("SW"));
        assert_eq!(numbered_unit("SUITE"), Some("STE"));
        assert_eq!(plain_unit("PENTHOUSE"), Some("PH"));
    }

    #[test]
    fn a_standard_form_stands_for_itself_only_once() {
        for table in [SUFFIXES, DIRECTIONS, NUMBERED_UNITS, PLAIN_UNITS] {
            let firsts: Vec<&str> = table.split('|').filter_map(|row| row.split(' ').next()).collect();
            assert_eq!(firsts.iter().collect::<HashSet<_>>().len(), firsts.len());
            for first in firsts {
                assert_eq!(standard(table, first), Some(first));
            }
        }
    }

    #[test]
    fn zip_codes_lie_in_their_states() {
        for (zip, state) in [("75201", "TX"), ("00501", "NY"), ("20001", "DC"), ("99950", "AK"), ("96910", "GU")] {
            assert_eq!(state_of_zip(zip), Some(state), "{zip}");
        }
        for none in ["", "7", "abc12", "00000", "99", "４５６"] {
            assert_eq!(state_of_zip(none), None, "{none}");
        }
    }

    #[test]
    fn every_area_has_one_state_that_is_one() {
        for area in 0..1000 {
            let zip = format!("{area:03}01");
            if let Some(state) = state_of_zip(&zip) {
                assert!(super::super::states::state_code("US", state).is_some(), "{state}");
            }
            let rows = PREFIXES.split('|').filter(|row| {
                let (first, last) = row.split(' ').next().unwrap().split_once('-').unwrap();
                (first..=last).contains(&&zip[..3])
            });
            assert!(rows.count() <= 1, "{zip}");
        }
    }
}
