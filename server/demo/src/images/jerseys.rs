//! Drawings: jerseys, cut for play. Tops to warm up and travel in are in `tops`.

use super::studio::{Drawing, Piece, Stand};

const CUT: &str = "M322 116C290 132 246 142 212 156C176 174 152 204 134 242L80 344C110 376 148 396 192 408L238 320C244 380 246 440 241 520C237 590 231 660 226 716C280 736 340 742 400 742C460 742 520 736 574 716C569 660 563 590 559 520C554 440 556 380 562 320L608 408C652 396 690 376 720 344L666 242C648 204 624 174 588 156C554 142 510 132 478 116C462 162 432 196 400 212C368 196 338 162 322 116Z";
/// Folds of a set-in short sleeve: under the arm, across the waist, above the hem.
const DARK: &str = "M238 314C270 352 312 372 372 382C312 398 262 388 238 362ZM562 314C530 352 488 372 428 382C488 398 538 388 562 362ZM240 510C290 548 338 560 392 552C336 580 276 576 236 550ZM560 490C518 526 470 544 414 540C470 564 528 556 564 528ZM226 716C240 650 268 606 322 570C286 630 272 680 272 732ZM574 716C560 650 536 612 490 582C526 634 536 680 534 732ZM150 396C160 350 184 300 214 262C202 312 196 360 198 404ZM650 396C640 350 616 300 586 262C598 312 604 360 602 404ZM392 214C376 300 372 360 384 430C396 360 400 290 404 214Z";
const BRIGHT: &str = "M244 298C276 332 318 350 384 358C320 366 270 352 240 324ZM556 300C524 334 488 350 430 360C490 366 530 350 560 326ZM242 486C290 520 340 532 404 526C340 546 286 538 238 512ZM558 466C518 498 470 516 408 512C470 530 520 520 562 492ZM252 724C264 664 292 624 344 592C308 646 294 690 296 738ZM548 724C536 664 512 630 466 602C502 650 514 692 512 738ZM240 176C280 158 318 150 344 160C318 178 290 194 264 220C252 204 244 190 240 176ZM334 236C358 260 362 330 352 410C336 350 328 290 334 236ZM470 236C500 250 516 290 510 350C488 330 470 290 470 236ZM112 332C136 280 160 240 202 200C186 250 166 310 152 372ZM688 332C664 284 640 244 602 206C620 256 638 316 650 372Z";
const NECK_V: &str = r##"<path d="M322 116C346 98 454 98 478 116C466 180 430 204 400 212C370 204 334 180 322 116Z" fill="{c--}"/><path d="M328 116C350 104 450 104 472 116C452 138 348 138 328 116Z" fill="{c-}"/><path d="M389 132h22v17h-22z" fill="#fff" opacity=".7"/>"##;
const RIB_V: &str = r#"<path d="M328 120C344 162 370 190 400 205C430 190 456 162 472 120" fill="none" stroke="{t}" stroke-width="15"/><path d="M338 122C352 156 374 180 400 193C426 180 448 156 462 122" fill="none" stroke="{ts}" stroke-opacity=".4" stroke-width="2"/>"#;
/// Shoulder and armhole seams, stitched cuffs and hem.
const SEAMS: &str = r#"[[<path d="M90 331C120 361 156 381 200 392" fill="none" stroke="{c~}" stroke-width="2" stroke-dasharray="6 4" opacity=".55"/><path d="M316 130C300 146 266 158 222 170M216 166C232 216 240 266 239 316" fill="none" stroke="{c~}" stroke-width="2" opacity=".45"/>]]<path d="M229 702C284 720 340 726 400 726C460 726 516 720 571 702" fill="none" stroke="{c~}" stroke-width="2" stroke-dasharray="6 4" opacity=".55"/>"#;
const SIDES: &str = r#"[[<path d="M239 320C262 420 266 560 246 760H200L236 420ZM78 348L94 316C124 348 164 370 210 378L192 410Z" fill="{t}"/>]]"#;
const CUFFS: &str = r#"[[<path d="M74 356L96 312C126 344 166 366 212 374L192 412Z" fill="{t}"/>]]"#;
/// Block numerals, drawn: no font decides how a jersey looks.
const TWELVE: &str = r##"<path id="{id}n" d="M304 314L332 290V434M300 434H366M400 328V308L418 290H466L484 308V350L404 420V434H492" fill="none"/><g stroke-linejoin="bevel"><use href="#{id}n" stroke="{c--}" stroke-width="37"/><use href="#{id}n" stroke="{n}" stroke-width="27"/></g>"##;
const TWENTY_FOUR: &str = r##"<path id="{id}n" d="M290 352V330L308 312H360L378 330V374L292 450V468H384M490 474V312L424 420V432H516" fill="none"/><g stroke-linejoin="bevel"><use href="#{id}n" stroke="{c--}" stroke-width="42"/><use href="#{id}n" stroke="{n}" stroke-width="30"/></g>"##;

const SLEEVELESS: &str = "M294 108C286 190 264 256 212 304C220 350 224 390 222 440C220 540 212 640 206 722C268 742 330 748 400 748C470 748 532 742 594 722C588 640 580 540 578 440C576 390 580 350 588 304C536 256 514 190 506 108L452 98C448 168 430 208 400 214C370 208 352 168 348 98Z";
const SLEEVELESS_DARK: &str = "M214 304C260 352 310 372 372 376C310 400 250 392 218 366ZM586 304C540 352 490 372 428 376C490 400 550 392 582 366ZM222 520C280 556 336 566 396 556C336 590 268 586 220 556ZM578 490C530 530 478 548 420 544C476 572 536 562 578 530ZM206 730C224 660 256 610 316 572C278 632 262 690 260 742ZM594 730C576 660 548 616 496 586C532 640 542 690 542 742ZM392 220C376 300 374 360 386 430C398 360 402 290 404 220Z";
const SLEEVELESS_BRIGHT: &str = "M244 298C276 332 318 350 384 358C320 366 270 352 240 324ZM556 300C524 334 488 350 430 360C490 366 530 350 560 326ZM242 486C290 520 340 532 404 526C340 546 286 538 238 512ZM558 466C518 498 470 516 408 512C470 530 520 520 562 492ZM252 724C264 664 292 624 344 592C308 646 294 690 296 738ZM548 724C536 664 512 630 466 602C502 650 514 692 512 738ZM310 130C330 150 338 230 330 300C312 330 290 330 276 312C300 256 308 190 310 130ZM334 236C358 260 362 330 352 410C336 350 328 290 334 236ZM470 236C500 250 516 290 510 350C488 330 470 290 470 236Z";
const SLEEVELESS_BACK: &str = r##"<path d="M348 98C372 86 428 86 452 98C448 170 430 202 400 212C370 202 352 170 348 98Z" fill="{c--}"/><path d="M350 98C374 90 426 90 450 98C436 122 364 122 350 98Z" fill="{c-}"/><path d="M389 116h22v15h-22z" fill="#fff" opacity=".7"/>"##;
const BINDINGS: &str = r#"[[<path d="M347 98C351 168 369 208 401 214" fill="none" stroke="{t}" stroke-width="26"/><path d="M294 104C286 190 264 256 210 306" fill="none" stroke="{t}" stroke-width="26"/><path d="M361 100C364 160 380 194 400 200M307 108C300 192 278 262 220 312" fill="none" stroke="{ts}" stroke-opacity=".45" stroke-width="2"/>]]"#;
const SLEEVELESS_HEM: &str = r#"<path d="M209 706C268 726 330 732 400 732C470 732 532 726 591 706" fill="none" stroke="{c~}" stroke-width="2" stroke-dasharray="6 4" opacity=".55"/>"#;

const PLAIN: Piece =
    Piece { body: CUT, behind: &[NECK_V], dark: DARK, bright: BRIGHT, over: &[RIB_V, SEAMS], ..Piece::NONE };
const TANK: Piece = Piece {
    body: SLEEVELESS,
    behind: &[SLEEVELESS_BACK],
    dark: SLEEVELESS_DARK,
    bright: SLEEVELESS_BRIGHT,
    over: &[SLEEVELESS_HEM],
    ..Piece::NONE
};

/// The jerseys.
pub const ALL: &[Drawing] = &[
    Drawing {
        name: "jersey-front",
        stand: Stand::Hung,
        pieces: &[Piece { decor: &[SIDES], over: &[RIB_V, SEAMS], ..PLAIN }],
    },
    Drawing {
        name: "jersey-football",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[
                r#"[[<path d="M80 346L98 312C128 344 168 366 214 374L198 410ZM104 300L118 272C148 304 186 324 230 332L222 348C180 342 138 326 104 300Z" fill="{t}"/><path d="M330 100L190 156C204 214 222 262 240 306C262 250 300 206 352 184Z" fill="{t}" opacity=".96"/>]]"#,
            ],
            over: &[RIB_V, TWENTY_FOUR, SEAMS],
            ..PLAIN
        }],
    },
    Drawing {
        name: "jersey-striped",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[
                r#"<pattern id="{id}p" width="40" height="40" patternUnits="userSpaceOnUse"><path d="M18 0h4v40h-4z" fill="{t}"/></pattern><path d="M60 90h680v670H60z" fill="url(#{id}p)"/>"#,
                CUFFS,
            ],
            over: &[
                RIB_V,
                SEAMS,
                r#"<path d="M392 212V738M408 212V738" stroke="{c~}" stroke-width="2" opacity=".5"/><g fill="{c+}" stroke="{c--}" stroke-opacity=".5" stroke-width="2"><circle cx="400" cy="262" r="8"/><circle cx="400" cy="352" r="8"/><circle cx="400" cy="442" r="8"/><circle cx="400" cy="532" r="8"/><circle cx="400" cy="622" r="8"/></g>"#,
            ],
            ..PLAIN
        }],
    },
    Drawing {
        name: "jersey-button",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[
                CUFFS,
                r#"<path d="M378 190H422V760H378Z" fill="{t}"/><path d="M386 190H414V760H386Z" fill="{c}"/>"#,
            ],
            over: &[
                RIB_V,
                SEAMS,
                r#"<g fill="{t}" stroke="{c--}" stroke-opacity=".5" stroke-width="2"><circle cx="400" cy="252" r="8"/><circle cx="400" cy="342" r="8"/><circle cx="400" cy="432" r="8"/><circle cx="400" cy="522" r="8"/><circle cx="400" cy="612" r="8"/></g>"#,
            ],
            ..PLAIN
        }],
    },
    Drawing {
        name: "jersey-hoops",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[
                r#"<path d="M60 212C260 250 540 250 740 212V270C540 308 260 308 60 270ZM60 340C260 378 540 378 740 340V398C540 436 260 436 60 398ZM200 482C320 502 480 502 600 482V540C480 560 320 560 200 540ZM200 622C320 642 480 642 600 622V680C480 700 320 700 200 680Z" fill="{t}"/>"#,
                CUFFS,
            ],
            ..PLAIN
        }],
    },
    Drawing {
        name: "jersey-sash",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[
                r#"<path d="M180 140H300L600 640V780H540L200 250Z" fill="{t}"/><path d="M296 118L620 660V600L330 118Z" fill="{t}" opacity=".55"/>"#,
                CUFFS,
            ],
            ..PLAIN
        }],
    },
    Drawing {
        name: "jersey-sleeveless",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[r#"[[<path d="M208 300C244 400 262 560 244 770H190Z" fill="{t}"/>]]"#, BINDINGS],
            over: &[TWELVE, SLEEVELESS_HEM],
            ..TANK
        }],
    },
    Drawing {
        name: "jersey-reversible",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[
                r#"<pattern id="{id}p" width="9" height="9" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="1.6" fill="{c--}" opacity=".4"/></pattern><path d="M190 90h420v670H190z" fill="url(#{id}p)"/>"#,
                BINDINGS,
            ],
            over: &[
                TWELVE,
                r#"<path d="M480 745C500 690 540 640 597 640C600 668 592 700 594 722C556 736 520 742 480 745Z" fill="{t}"/><path d="M480 745C500 690 540 640 597 640C560 662 520 700 480 745Z" fill="{t-}" opacity=".7"/><path d="M480 745C500 690 540 640 597 640" fill="none" stroke="{c--}" stroke-opacity=".5" stroke-width="3"/>"#,
            ],
            ..TANK
        }],
    },
    Drawing {
        name: "pinnie",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[
                r#"<pattern id="{id}p" width="14" height="14" patternUnits="userSpaceOnUse"><path d="M3 3h5v5H3zM10 10h4v4h-4z" fill="{c--}" opacity=".28"/></pattern><path d="M190 90h420v670H190z" fill="url(#{id}p)"/>"#,
                BINDINGS,
            ],
            over: &[
                r#"<path d="M206 702C268 724 330 732 400 732C470 732 532 724 594 702L596 722C532 742 470 750 400 750C330 750 268 742 204 722Z" fill="{t}" stroke="{c--}" stroke-opacity=".3" stroke-width="2"/>"#,
            ],
            ..TANK
        }],
    },
];
