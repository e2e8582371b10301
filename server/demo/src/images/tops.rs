//! Drawings: tees, polos, sweatshirts, jackets, gowns. Jerseys are in `jerseys`.

use super::studio::{Drawing, Piece, Stand};

const TEE: &str = "M326 112C292 128 244 140 208 156C172 174 150 206 132 246L82 352C112 382 150 400 192 410L236 326C242 384 244 440 240 520C238 590 236 660 234 724C284 740 340 746 400 746C460 746 516 740 566 724C564 660 562 590 560 520C556 440 558 384 564 326L608 410C650 400 688 382 718 352L668 246C650 206 628 174 592 156C556 140 508 128 474 112C458 142 432 154 400 156C368 154 342 142 326 112Z";
const TEE_DARK: &str = "M236 318C272 360 322 384 392 388C322 408 262 396 236 366ZM564 318C528 360 490 380 436 386C496 402 540 392 564 366ZM238 500C296 548 350 566 410 556C340 590 276 580 234 548ZM562 480C520 520 474 540 416 536C476 562 530 554 566 522ZM234 724C248 656 280 606 340 576C296 630 282 690 282 744ZM568 724C552 656 528 616 478 590C520 640 532 690 530 744ZM150 400C160 350 186 304 216 266C204 316 198 364 200 408ZM650 400C640 350 614 304 584 266C596 316 602 364 600 408Z";
const TEE_BRIGHT: &str = "M244 298C276 332 318 350 384 358C320 366 270 352 240 324ZM556 300C524 334 488 350 430 360C490 366 530 350 560 326ZM242 486C290 520 340 532 404 526C340 546 286 538 238 512ZM558 466C518 498 470 516 408 512C470 530 520 520 562 492ZM252 724C264 664 292 624 344 592C308 646 294 690 296 738ZM548 724C536 664 512 630 466 602C502 650 514 692 512 738ZM240 176C280 158 318 150 344 160C318 178 290 194 264 220C252 204 244 190 240 176ZM334 236C358 260 362 330 352 410C336 350 328 290 334 236ZM470 236C500 250 516 290 510 350C488 330 470 290 470 236ZM112 332C136 280 160 240 202 200C186 250 166 310 152 372ZM688 332C664 284 640 244 602 206C620 256 638 316 650 372Z";
const NECK_CREW: &str = r##"<path d="M326 112C350 96 450 96 474 112C458 144 432 158 400 158C368 158 342 144 326 112Z" fill="{c--}"/><path d="M332 112C352 103 448 103 468 112C446 128 354 128 332 112Z" fill="{c-}"/><path d="M388 118h24v15h-24z" fill="#fff" opacity=".75"/>"##;
const RIB_CREW: &str = r#"<path d="M330 114C346 146 370 160 400 162C430 160 454 146 470 114" fill="none" stroke="{c}" stroke-width="19"/><path d="M330 114C346 146 370 160 400 162C430 160 454 146 470 114" fill="none" stroke="{s}" stroke-opacity=".22" stroke-width="19"/><path d="M338 113C352 140 374 151 400 152C426 151 448 140 462 113M321 117C338 156 368 171 400 172C432 171 462 156 479 117" fill="none" stroke="{c--}" stroke-opacity=".45" stroke-width="2"/>"#;
const TEE_SEAMS: &str = r#"[[<path d="M92 338C122 368 158 386 200 396M96 330C126 359 162 377 204 387" fill="none" stroke="{c~}" stroke-width="1.8" stroke-dasharray="6 4" opacity=".5"/><path d="M312 130C296 144 262 158 218 170M214 164C230 216 238 268 237 320" fill="none" stroke="{c~}" stroke-width="2" opacity=".4"/>]]<path d="M235 706C286 722 340 728 400 728C460 728 514 722 565 706M235 699C286 715 340 721 400 721C460 721 514 715 565 699" fill="none" stroke="{c~}" stroke-width="1.8" stroke-dasharray="6 4" opacity=".5"/>"#;

const LONG: &str = "M326 112C292 128 238 142 206 164C166 198 148 318 122 478C110 552 100 622 94 676C120 698 154 704 184 696C200 616 218 506 240 412C242 520 240 620 234 712C284 730 340 738 400 738C460 738 516 730 566 712C560 620 558 520 560 412C582 506 600 616 616 696C646 704 680 698 706 676C700 622 690 552 678 478C652 318 634 198 594 164C562 142 508 128 474 112C458 142 432 154 400 156C368 154 342 142 326 112Z";
const LONG_DARK: &str = "M240 330C270 372 322 392 392 394C322 416 266 406 240 372ZM560 330C530 372 490 388 436 392C496 412 538 400 560 372ZM240 500C296 548 350 566 410 556C340 590 276 580 236 548ZM560 480C520 520 474 540 416 536C476 562 530 554 564 522ZM234 712C248 646 280 600 340 570C296 624 282 684 282 734ZM566 712C552 646 528 606 478 580C520 630 532 684 530 734ZM132 420C170 440 200 430 230 396C210 452 170 470 128 452ZM116 530C150 556 180 550 208 520C190 570 150 586 110 566ZM668 420C630 440 600 430 570 396C590 452 630 470 672 452ZM684 530C650 556 620 550 592 520C610 570 650 586 690 566ZM232 300C214 380 204 420 208 500L240 412Z";
/// Only on the body: sleeves of another color would show the body's shadows as bands.
const TRUNK_DARK: &str = "M240 330C270 372 322 392 392 394C322 416 266 406 240 372ZM560 330C530 372 490 388 436 392C496 412 538 400 560 372ZM240 500C296 548 350 566 410 556C340 590 276 580 236 548ZM560 480C520 520 474 540 416 536C476 562 530 554 564 522ZM234 712C248 646 280 600 340 570C296 624 282 684 282 734ZM566 712C552 646 528 606 478 580C520 630 532 684 530 734Z";
const LONG_BRIGHT: &str = "M244 298C276 332 318 350 384 358C320 366 270 352 240 324ZM556 300C524 334 488 350 430 360C490 366 530 350 560 326ZM242 486C290 520 340 532 404 526C340 546 286 538 238 512ZM558 466C518 498 470 516 408 512C470 530 520 520 562 492ZM252 724C264 664 292 624 344 592C308 646 294 690 296 738ZM548 724C536 664 512 630 466 602C502 650 514 692 512 738ZM236 176C276 158 300 156 316 164C296 180 278 200 260 222C250 206 242 190 236 176ZM156 320C168 266 184 214 208 186C204 256 190 330 170 404ZM126 510C140 470 156 470 162 492C156 560 146 620 132 676C120 650 118 572 126 510ZM644 320C632 266 616 214 594 190C600 256 612 330 632 404ZM676 510C662 474 648 470 642 492C648 560 658 620 670 676C682 650 684 572 676 510Z";
const LONG_CUFFS: &str = r#"[[<path d="M101 628C130 648 164 653 196 645L184 700C154 708 116 700 90 680Z" fill="{c-}" opacity=".7"/><path d="M102 624C131 644 165 649 197 641" fill="none" stroke="{c~}" stroke-width="2.5" opacity=".6"/><path d="M112 644L108 686M124 649L120 692M136 653L133 696M148 655L146 698M160 656L158 699M172 655L171 697" stroke="{c--}" stroke-opacity=".35" stroke-width="2"/><path d="M312 130C296 144 258 160 220 178M216 172C234 240 244 320 240 412" fill="none" stroke="{c~}" stroke-width="2" opacity=".4"/>]]"#;
const RIB_HEM: &str = r#"<pattern id="{id}r" width="11" height="60" patternUnits="userSpaceOnUse"><path d="M0 0h4v60h-4z" fill="{c--}" opacity=".35"/></pattern><path d="M230 672C284 690 340 698 400 698C460 698 516 690 570 672V750H230Z" fill="{c-}" opacity=".55"/><path d="M230 672C284 690 340 698 400 698C460 698 516 690 570 672V750H230Z" fill="url(#{id}r)"/><path d="M236 670C284 688 340 696 400 696C460 696 516 688 564 670" fill="none" stroke="{c~}" stroke-width="2.5" opacity=".6"/>"#;

const SHIRT: Piece = Piece {
    body: TEE,
    behind: &[NECK_CREW],
    dark: TEE_DARK,
    bright: TEE_BRIGHT,
    over: &[RIB_CREW, TEE_SEAMS],
    ..Piece::NONE
};
const SWEAT: Piece = Piece {
    body: LONG,
    behind: &[NECK_CREW],
    dark: LONG_DARK,
    bright: LONG_BRIGHT,
    over: &[RIB_CREW, LONG_CUFFS],
    ..Piece::NONE
};
/// A stand-up collar over the crew neck.
const STAND_COLLAR: &str = r#"<path d="M322 120C320 92 330 74 346 68C370 58 430 58 454 68C470 74 480 92 478 120C456 160 344 160 322 120Z" fill="{c}" stroke="{c--}" stroke-opacity=".45" stroke-width="2.5"/><path d="M336 98C340 80 356 76 400 75C444 76 460 80 464 98C446 118 354 118 336 98Z" fill="{t-}"/><path d="M322 120C340 152 370 164 400 168L400 130C366 128 340 116 334 90C324 100 322 110 322 120Z" fill="{s}" opacity=".22"/><path d="M326 124C346 152 372 164 400 168C428 164 454 152 474 124" fill="none" stroke="{c~}" stroke-width="2" opacity=".6"/>"#;

/// The tops.
pub const ALL: &[Drawing] = &[
    Drawing { name: "tee", stand: Stand::Hung, pieces: &[SHIRT] },
    Drawing {
        name: "tee-raglan",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[
                r#"[[<path d="M332 100L240 340V440H60V100Z" fill="{t}"/><path d="M332 100L238 344" stroke="{s}" stroke-opacity=".4" stroke-width="2.5"/>]]"#,
            ],
            ..SHIRT
        }],
    },
    Drawing {
        name: "tee-graphic",
        stand: Stand::Hung,
        pieces: &[Piece {
            over: &[
                RIB_CREW,
                TEE_SEAMS,
                r#"<g fill="none" stroke="{n}" stroke-linejoin="bevel"><path d="M400 236L486 262V330C486 386 452 416 400 440C348 416 314 386 314 330V262Z" stroke-width="9"/><path d="M340 300L400 278L460 300M346 336L400 316L454 336M356 372L400 354L444 372" stroke-width="15"/></g><path d="M322 462H478" stroke="{n}" stroke-width="7"/>"#,
            ],
            ..SHIRT
        }],
    },
    Drawing { name: "tee-long", stand: Stand::Hung, pieces: &[SWEAT] },
    Drawing {
        name: "crewneck",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[RIB_HEM],
            over: &[
                RIB_CREW,
                LONG_CUFFS,
                r#"<path d="M384 178L400 206L416 178" fill="none" stroke="{c~}" stroke-width="2.5" opacity=".6"/>"#,
            ],
            ..SWEAT
        }],
    },
    Drawing {
        name: "polo",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[r#"[[<path d="M74 360L94 322C124 352 164 374 212 382L194 420Z" fill="{t}"/>]]"#],
            over: &[
                TEE_SEAMS,
                r#"<path d="M378 150H422V330H378Z" fill="{c}" stroke="{c--}" stroke-opacity=".4" stroke-width="2"/><path d="M378 318H422" stroke="{c~}" stroke-width="2" stroke-dasharray="5 3" opacity=".7"/><path d="M400 160L326 106C318 116 312 128 308 142L352 226Z" fill="{t}" stroke="{t--}" stroke-opacity=".5" stroke-width="2"/><path d="M400 160L474 106C482 116 488 128 492 142L448 226Z" fill="{t}" stroke="{t--}" stroke-opacity=".5" stroke-width="2"/><path d="M400 160L326 106L322 111L352 214ZM400 160L474 106L478 111L448 214Z" fill="{ts}" opacity=".16"/><g fill="{t+}" stroke="{c--}" stroke-opacity=".6" stroke-width="1.5"><circle cx="400" cy="216" r="7"/><circle cx="400" cy="272" r="7"/></g>"#,
            ],
            ..SHIRT
        }],
    },
    Drawing {
        name: "hoodie",
        stand: Stand::Hung,
        pieces: &[
            Piece {
                body: LONG,
                decor: &[
                    RIB_HEM,
                    r#"<path d="M300 130C320 200 360 250 400 262C440 250 480 200 500 130L560 200L400 330L240 200Z" fill="{s}" opacity=".3"/>"#,
                ],
                dark: LONG_DARK,
                bright: LONG_BRIGHT,
                over: &[
                    LONG_CUFFS,
                    r#"<path d="M306 522H494L540 626C544 640 540 652 530 660H270C260 652 256 640 260 626Z" fill="{c}" fill-opacity=".85" stroke="{c--}" stroke-opacity=".5" stroke-width="2.5"/><path d="M306 522L262 622C266 640 276 640 282 634L320 530Z" fill="{s}" opacity=".35"/><path d="M494 522L538 622C534 640 524 640 518 634L480 530Z" fill="{s}" opacity=".35"/><path d="M314 532H486M270 650H530" stroke="{c~}" stroke-width="2" stroke-dasharray="6 4" opacity=".6"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M400 50C318 50 288 96 292 148C296 200 350 262 400 274C450 262 504 200 508 148C512 96 482 50 400 50Z",
                decor: &[
                    r##"<path d="M400 84C350 84 328 114 332 152C336 190 372 226 400 234C428 226 464 190 468 152C472 114 450 84 400 84Z" fill="{t-}"/><path d="M400 84C350 84 328 114 332 152C336 150 352 104 400 104C448 104 464 150 468 152C472 114 450 84 400 84Z" fill="#000" opacity=".3"/><path d="M334 160C340 192 372 226 400 234C428 226 460 192 466 160C440 190 420 196 400 196C380 196 360 190 334 160Z" fill="{ts}" opacity=".5"/>"##,
                ],
                dark: "M292 150C320 220 360 250 400 262L400 280L300 230ZM508 150C480 220 440 250 400 262L420 280L500 230Z",
                bright: "M310 120C320 80 350 62 390 60C350 80 330 110 326 150Z",
                over: &[
                    r##"<path d="M400 78C344 78 320 112 326 154C332 196 370 234 400 242C430 234 468 196 474 154C480 112 456 78 400 78Z" fill="none" stroke="{c~}" stroke-width="2" stroke-dasharray="6 4" opacity=".6"/>[[<path d="M370 224C362 280 356 330 360 384" fill="none" stroke="{s}" stroke-opacity=".35" stroke-width="12"/><path d="M370 224C362 280 354 330 358 380" fill="none" stroke="{t}" stroke-width="8"/><path d="M355 372H362L364 404H354Z" fill="#C9D1DA"/><circle cx="370" cy="224" r="9" fill="#AEB8C4"/><circle cx="370" cy="224" r="4" fill="#2A3442"/>]]"##,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "quarter-zip",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[
                r#"<path d="M326 100L206 150L150 300C230 262 300 246 400 246C500 246 570 262 650 300L594 150L474 100Z" fill="{t}"/><path d="M150 300C230 262 300 246 400 246C500 246 570 262 650 300" fill="none" stroke="{ts}" stroke-opacity=".4" stroke-width="2.5"/>"#,
            ],
            behind: &[],
            over: &[
                LONG_CUFFS,
                STAND_COLLAR,
                r##"<path d="M400 76V350" stroke="{c--}" stroke-width="15"/><path d="M400 76V350" stroke="#B9C2CC" stroke-width="6" stroke-dasharray="3 3"/><path d="M391 330H409L406 382H394Z" fill="#D3DAE1" stroke="#5D6875" stroke-width="2"/>"##,
            ],
            ..SWEAT
        }],
    },
    Drawing {
        name: "jacket",
        stand: Stand::Hung,
        pieces: &[Piece {
            behind: &[],
            decor: &[
                r#"[[<path d="M206 150L240 412L184 710L120 700L176 300Z" fill="{t}"/><path d="M176 240L112 690" stroke="{c}" stroke-width="12"/><path d="M234 320C262 440 262 600 240 720L220 730V400Z" fill="{t}"/>]]"#,
            ],
            over: &[
                LONG_CUFFS,
                STAND_COLLAR,
                r##"<path d="M400 76V738" stroke="{c--}" stroke-width="17"/><path d="M400 76V738" stroke="#B9C2CC" stroke-width="6" stroke-dasharray="3 3"/><path d="M391 118H409L405 168H395Z" fill="#D3DAE1" stroke="#5D6875" stroke-width="2"/>[[<path d="M288 520L334 610" stroke="{c--}" stroke-width="9" stroke-linecap="round"/><path d="M292 518L338 608" stroke="{c~}" stroke-width="2" opacity=".7"/><path d="M236 698C284 714 340 722 392 722" fill="none" stroke="{c~}" stroke-width="2" stroke-dasharray="6 4" opacity=".6"/>]]"##,
            ],
            dark: TRUNK_DARK,
            ..SWEAT
        }],
    },
    Drawing {
        name: "jacket-letter",
        stand: Stand::Hung,
        pieces: &[Piece {
            decor: &[
                r#"[[<path d="M206 150C232 240 244 320 240 412L184 710L80 690L150 280Z" fill="{t}"/>]]"#,
                RIB_HEM,
                r#"<path d="M228 690C284 708 340 716 400 716C460 716 516 708 572 690" fill="none" stroke="{t}" stroke-width="9"/>"#,
            ],
            over: &[
                LONG_CUFFS,
                r#"<path d="M324 112C340 160 370 184 400 190C430 184 460 160 476 112L490 120C478 184 436 212 400 216C364 212 322 184 310 120Z" fill="{c}" stroke="{c--}" stroke-opacity=".5" stroke-width="2"/><path d="M317 118C332 174 366 198 400 203C434 198 468 174 483 118" fill="none" stroke="{t}" stroke-width="7"/><path d="M400 206V736" stroke="{c--}" stroke-width="3"/><g fill="{t+}" stroke="{c--}" stroke-width="2"><circle cx="384" cy="250" r="10"/><circle cx="384" cy="338" r="10"/><circle cx="384" cy="426" r="10"/><circle cx="384" cy="514" r="10"/><circle cx="384" cy="602" r="10"/></g><path d="M536 262H462V296H474V366H462V400H536V366H514V346H530V320H514V296H536Z" fill="{n}" stroke="{c--}" stroke-width="4"/><path d="M290 520L330 606" stroke="{t}" stroke-width="12"/><path d="M510 520L470 606" stroke="{t}" stroke-width="12"/>"#,
            ],
            dark: TRUNK_DARK,
            ..SWEAT
        }],
    },
    Drawing {
        name: "vest",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: "M326 112C296 128 262 136 236 152C250 220 250 290 226 350C226 480 228 620 232 716C284 734 340 740 400 740C460 740 516 734 568 716C572 620 574 480 574 350C550 290 550 220 564 152C538 136 504 128 474 112C458 142 432 154 400 156C368 154 342 142 326 112Z",
            behind: &[],
            decor: &[
                r#"<path d="M226 250C340 268 460 268 574 250M226 340C340 358 460 358 574 340M226 430C340 448 460 448 574 430M226 520C340 538 460 538 574 520M226 610C340 628 460 628 574 610" fill="none" stroke="{c--}" stroke-width="16" opacity=".32"/><path d="M226 262C340 280 460 280 574 262M226 352C340 370 460 370 574 352M226 442C340 460 460 460 574 442M226 532C340 550 460 550 574 532M226 622C340 640 460 640 574 622" fill="none" stroke="{h}" stroke-width="8" opacity=".25"/>[[<path d="M236 152C250 220 250 290 226 350" fill="none" stroke="{t}" stroke-width="18"/>]]"#,
            ],
            dark: "",
            over: &[
                STAND_COLLAR,
                r##"<path d="M400 76V740" stroke="{c--}" stroke-width="17"/><path d="M400 76V740" stroke="#B9C2CC" stroke-width="6" stroke-dasharray="3 3"/><path d="M391 118H409L405 168H395Z" fill="#D3DAE1" stroke="#5D6875" stroke-width="2"/>"##,
            ],
            ..SWEAT
        }],
    },
    Drawing {
        name: "cheer-shell",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: "M306 130C296 200 280 250 236 300C244 400 250 500 246 640C296 664 350 672 400 672C450 672 504 664 554 640C550 500 556 400 564 300C520 250 504 200 494 130L446 122C440 190 424 230 400 250C376 230 360 190 354 122Z",
            behind: &[
                r#"<path d="M354 122C376 112 424 112 446 122C440 190 424 230 400 250C376 230 360 190 354 122Z" fill="{c--}"/>"#,
            ],
            decor: &[
                r#"<path d="M220 420L400 520L580 420V470L400 570L220 470Z" fill="{t}"/><path d="M220 500L400 600L580 500V520L400 620L220 520Z" fill="{t}"/>[[<path d="M306 130C296 200 280 250 230 306" fill="none" stroke="{t}" stroke-width="30"/><path d="M352 118C358 190 376 232 400 254" fill="none" stroke="{t}" stroke-width="30"/>]]<path d="M236 620H564V690H236Z" fill="{t}"/>"#,
            ],
            dark: "M240 330C290 380 340 396 396 396C330 416 270 410 244 380ZM560 330C510 380 470 392 420 394C480 412 530 404 556 380ZM246 640C260 580 290 540 340 520C306 570 296 620 296 660ZM554 640C540 580 520 550 480 530C510 580 512 620 508 660Z",
            bright: "M300 280C350 270 370 340 360 420C320 420 290 360 300 280ZM450 470C500 460 520 520 506 600C470 600 440 560 450 470Z",
            over: &[],
            ..SWEAT
        }],
    },
    Drawing {
        name: "singlet",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: "M306 96C304 180 292 250 256 320C262 380 270 420 268 470C262 560 250 650 240 730C280 746 330 748 376 738C384 690 392 640 400 590C408 640 416 690 424 738C470 748 520 746 560 730C550 650 538 560 532 470C530 420 538 380 544 320C508 250 496 180 494 96L452 92C450 190 440 270 400 300C360 270 350 190 348 92Z",
            behind: &[],
            decor: &[
                r#"[[<path d="M250 320C300 440 300 600 280 760H220V420Z" fill="{t}"/><path d="M306 96C304 180 292 250 250 324" fill="none" stroke="{t}" stroke-width="24"/><path d="M348 92C350 190 360 270 402 300" fill="none" stroke="{t}" stroke-width="24"/>]]<path d="M230 704H570V760H230Z" fill="{t}"/>"#,
            ],
            dark: "M270 400C320 440 360 446 396 440C350 470 300 470 268 450ZM530 400C490 436 450 444 410 440C450 466 500 466 532 446ZM400 590C380 640 372 690 376 738L400 740L424 738C428 690 420 640 400 590Z",
            bright: "M300 330C350 330 360 420 350 500C310 500 290 420 300 330ZM290 600C340 590 350 660 330 720C300 730 280 690 290 600Z",
            over: &[],
            ..SWEAT
        }],
    },
    Drawing {
        name: "gown",
        stand: Stand::Hung,
        pieces: &[Piece {
            body: "M344 96C300 112 256 128 228 160C180 250 130 400 84 540C130 580 190 590 236 566L262 470C260 580 254 680 250 756H550C546 680 540 580 538 470L564 566C610 590 670 580 716 540C670 400 620 250 572 160C544 128 500 112 456 96L400 176Z",
            behind: &[r#"<path d="M344 96C370 84 430 84 456 96L400 176Z" fill="{c--}"/>"#],
            decor: &[
                r#"[[<path d="M340 90L386 190V760H336V240L306 110Z" fill="{t}"/><path d="M350 560L372 540V720H350Z" fill="{c}" opacity=".35"/>]]"#,
            ],
            dark: "M290 180C280 360 276 560 280 756H300C300 560 300 360 306 190ZM510 180C520 360 524 560 520 756H500C500 560 500 360 494 190ZM240 240C210 350 170 470 130 560L160 576C200 470 230 360 250 260ZM560 240C590 350 630 470 670 560L640 576C600 470 570 360 550 260ZM396 190H404V756H396Z",
            bright: "M266 200C256 400 254 600 254 750H272C268 560 270 380 282 210ZM200 260C170 360 140 450 110 540C150 500 190 380 214 280ZM330 300C322 450 320 620 322 750H332V300Z",
            over: &[
                r##"<path d="M400 176V756" stroke="{c--}" stroke-width="4"/><path d="M394 230H406V262H394Z" fill="#D3DAE1"/>"##,
            ],
            ..SWEAT
        }],
    },
];
