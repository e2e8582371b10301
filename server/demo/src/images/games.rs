//! Drawings: bags and things for school games, fitness corners and field days.

use super::studio::{Drawing, Light, Paint, Piece, Stand};

/// Bags and games.
pub const ALL: &[Drawing] = &[
    Drawing {
        name: "duffel",
        stand: Stand::Floor(400, 640, 320),
        pieces: &[Piece {
            body: "M150 330C190 300 610 300 650 330C710 370 726 460 712 570C706 620 690 640 650 644C480 656 320 656 150 644C110 640 94 620 88 570C74 460 90 370 150 330Z",
            behind: &[
                r#"<path d="M250 360C250 200 330 170 400 170C470 170 550 200 550 360" fill="none" stroke="{c--}" stroke-width="24"/><path d="M110 400C60 250 300 80 400 84C520 90 720 260 690 400" fill="none" stroke="{c--}" stroke-opacity=".55" stroke-width="15"/>"#,
            ],
            light: Light::Gloss,
            decor: &[
                r##"[[<path d="M80 300H190C150 400 150 560 180 660H80Z" fill="{t}"/><path d="M190 310C150 400 150 560 180 660" fill="none" stroke="{c--}" stroke-opacity=".5" stroke-width="6"/><path d="M236 310V650M266 310V650" stroke="{c--}" stroke-opacity=".6" stroke-width="5"/><path d="M236 300H266V660H236Z" fill="{c-}" opacity=".8"/>]]<path d="M296 440H504V600H296Z" fill="{c-}" opacity=".55"/><path d="M296 440H504" stroke="{c--}" stroke-width="9"/><path d="M300 440H500" stroke="#C5CDD6" stroke-width="3" stroke-dasharray="4 3"/>"##,
            ],
            dark: "M120 560C300 640 500 640 690 560V660H110Z",
            bright: "M180 340C300 320 500 320 600 336C500 350 320 350 200 390Z",
            over: &[
                r##"<path d="M170 344C300 326 500 326 630 344" fill="none" stroke="{c--}" stroke-width="13"/><path d="M170 344C300 326 500 326 630 344" fill="none" stroke="#C5CDD6" stroke-width="4" stroke-dasharray="5 3"/><path d="M590 336L604 372H616L606 334Z" fill="#D3DAE1" stroke="#5D6875" stroke-width="2"/><path d="M250 640V360C250 220 330 190 400 190C470 190 550 220 550 360V640" fill="none" stroke="{c--}" stroke-width="22"/><path d="M250 640V360C250 220 330 190 400 190C470 190 550 220 550 360V640" fill="none" stroke="{c~}" stroke-opacity=".5" stroke-width="15" stroke-dasharray="3 400"/><path d="M356 176H444C456 176 456 206 444 206H356C344 206 344 176 356 176Z" fill="{t}" stroke="{t--}" stroke-opacity=".5" stroke-width="2"/><path d="M360 500L400 474L440 500M366 530L400 508L434 530" fill="none" stroke="{n}" stroke-width="13"/>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "backpack",
        stand: Stand::Floor(400, 700, 210),
        pieces: &[Piece {
            body: "M270 200C280 140 330 112 400 112C470 112 520 140 530 200C580 300 590 500 574 650C568 690 550 700 510 704C440 710 360 710 290 704C250 700 232 690 226 650C210 500 220 300 270 200Z",
            behind: &[
                r#"<path d="M340 130C340 60 460 60 460 130" fill="none" stroke="{c--}" stroke-width="20"/><path d="M226 300C180 400 180 560 220 650M574 300C620 400 620 560 580 650" fill="none" stroke="{c--}" stroke-width="24"/>"#,
            ],
            decor: &[
                r#"<path d="M210 430H590V720H210Z" fill="{t}"/><path d="M214 424C340 440 460 440 586 424" fill="none" stroke="{s}" stroke-opacity=".5" stroke-width="8"/><path d="M272 480C272 464 282 456 298 456H502C518 456 528 464 528 480V640C528 656 518 664 502 664H298C282 664 272 656 272 640Z" fill="{c}" stroke="{c--}" stroke-opacity=".5" stroke-width="3"/>"#,
            ],
            dark: "M222 640C340 680 460 680 578 640V710H222ZM240 300C280 340 340 350 390 340C340 380 270 380 230 360Z",
            bright: "M300 170C340 140 400 140 430 150C370 180 330 240 320 330C280 340 270 240 300 170Z",
            over: &[
                r##"<path d="M258 350C262 220 320 170 400 170C480 170 538 220 542 350" fill="none" stroke="{c--}" stroke-width="12"/><path d="M258 350C262 220 320 170 400 170C480 170 538 220 542 350" fill="none" stroke="#C5CDD6" stroke-width="4" stroke-dasharray="5 3"/><path d="M252 346H268V386H252ZM284 500H516" fill="#D3DAE1" stroke="{c--}" stroke-width="9"/><path d="M286 500H514" stroke="#C5CDD6" stroke-width="3" stroke-dasharray="4 3"/><path d="M480 500L488 540H498L494 500Z" fill="#D3DAE1"/><path d="M356 590L400 560L444 590M362 624L400 598L438 624" fill="none" stroke="{n}" stroke-width="13"/><path d="M352 270L400 244L448 270V330L400 356L352 330Z" fill="none" stroke="{n}" stroke-width="9"/>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "ball-bag",
        stand: Stand::Floor(400, 690, 240),
        pieces: &[Piece {
            body: "M330 200C360 220 440 220 470 200C580 280 640 420 620 560C606 650 540 690 400 690C260 690 194 650 180 560C160 420 220 280 330 200Z",
            behind: &[
                r#"<path d="M330 200C310 170 320 140 350 120C380 150 420 150 450 120C480 140 490 170 470 200Z" fill="{c-}"/><path d="M400 206C300 130 260 80 200 96M400 206C480 110 560 90 590 140" fill="none" stroke="{t}" stroke-width="12"/>"#,
            ],
            light: Light::Ball,
            decor: &[
                r#"<g opacity=".5"><circle cx="300" cy="440" r="92" fill="{t}"/><circle cx="480" cy="400" r="92" fill="{t}"/><circle cx="400" cy="580" r="98" fill="{t}"/><circle cx="560" cy="570" r="92" fill="{t}"/><circle cx="236" cy="590" r="92" fill="{t}"/></g><pattern id="{id}n" width="26" height="26" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0h26M0 0v26" stroke="{c--}" stroke-width="6" fill="none"/><path d="M0 0h26M0 0v26" stroke="{c+}" stroke-width="2" fill="none"/></pattern><path d="M150 180h500v530H150z" fill="url(#{id}n)"/>"#,
            ],
            over: &[
                r##"<path d="M334 196C360 214 440 214 466 196" fill="none" stroke="{t}" stroke-width="15"/><circle cx="400" cy="208" r="17" fill="#20262F"/>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "mat",
        stand: Stand::Floor(400, 620, 340),
        pieces: &[
            Piece {
                body: "M90 540L250 380L410 380L290 540ZM290 540L410 380L560 380L490 540ZM490 540L560 380L710 380L700 540Z",
                light: Light::Flat,
                decor: &[
                    r#"<path d="M290 540L410 380L560 380L490 540Z" fill="{t}"/><path d="M90 540L250 380H710L700 540Z" fill="{h}" opacity=".06"/><path d="M250 380H710L706 430L200 430Z" fill="{h}" opacity=".2"/>"#,
                ],
                over: &[
                    r#"<path d="M90 540L250 380M290 540L410 380M490 540L560 380" stroke="{s}" stroke-opacity=".5" stroke-width="5"/><path d="M110 524L254 392H404M702 524L706 392H566" fill="none" stroke="{c~}" stroke-width="2" stroke-dasharray="7 5" opacity=".6"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M90 540H700V592H90Z",
                light: Light::Gloss,
                decor: &[
                    r##"<path d="M290 540H490V592H290Z" fill="{t-}"/><path d="M290 540V592M490 540V592" stroke="{c--}" stroke-width="5"/><path d="M90 552H700" stroke="#fff" stroke-opacity=".2" stroke-width="3"/><path d="M380 556H400V580H380ZM180 556H200V580H180ZM590 556H610V580H590Z" fill="#EEF1F4" opacity=".85"/>"##,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "jump-rope",
        stand: Stand::Hung,
        pieces: &[Piece {
            behind: &[
                r##"<g fill="none" transform="translate(5 16)" opacity=".3" filter="url(#{id}s)"><path d="M200 240C120 480 200 700 400 690C620 680 660 460 540 420C420 390 300 480 340 560C380 640 560 600 600 240" stroke="#16202E" stroke-width="15"/></g><path id="{id}q" d="M200 240C120 480 200 700 400 690C620 680 660 460 540 420C420 390 300 480 340 560C380 640 560 600 600 240" fill="none" stroke="{c--}" stroke-width="19"/><use href="#{id}q" stroke="{c}"/><path d="M200 240C120 480 200 700 400 690C620 680 660 460 540 420C420 390 300 480 340 560C380 640 560 600 600 240" fill="none" stroke="{c}" stroke-width="14"/><path d="M200 240C120 480 200 700 400 690C620 680 660 460 540 420C420 390 300 480 340 560C380 640 560 600 600 240" fill="none" stroke="{t}" stroke-width="14" stroke-dasharray="26 26"/><path d="M196 240C116 480 196 697 400 686C617 676 655 463 538 424" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="3"/>"##,
            ],
            body: "M176 96C176 84 224 84 224 96L220 250H180ZM576 96C576 84 624 84 624 96L620 250H580Z",
            paint: Paint::Second,
            light: Light::Gloss,
            decor: &[
                r#"<path d="M160 110H240V126H160ZM160 140H240V156H160ZM160 170H240V186H160ZM560 110H640V126H560ZM560 140H640V156H560ZM560 170H640V186H560Z" fill="{c}"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "hula-hoop",
        stand: Stand::Hung,
        pieces: &[
            Piece {
                body: "M330 110A230 230 0 1 1 329 110ZM330 142A198 198 0 1 0 331 142Z",
                paint: Paint::Second,
                light: Light::Gloss,
                decor: &[
                    r#"<circle cx="330" cy="340" r="214" fill="none" stroke="{c}" stroke-width="40" stroke-dasharray="56 112"/>"#,
                ],
                over: &[
                    r##"<circle cx="330" cy="340" r="222" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="4"/>"##,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M470 230A230 230 0 1 1 469 230ZM470 262A198 198 0 1 0 471 262Z",
                light: Light::Gloss,
                decor: &[
                    r#"<circle cx="470" cy="460" r="214" fill="none" stroke="{t}" stroke-width="40" stroke-dasharray="56 112"/>"#,
                ],
                over: &[
                    r##"<circle cx="470" cy="460" r="222" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="4"/>"##,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "scooter-board",
        stand: Stand::Floor(400, 620, 310),
        pieces: &[Piece {
            behind: &[
                r##"<g fill="#20262F"><path d="M186 520H226V580H186ZM386 560H426V620H386ZM576 520H616V580H576Z"/><circle cx="206" cy="596" r="30"/><circle cx="406" cy="634" r="32"/><circle cx="596" cy="596" r="30"/></g><g fill="#8D98A4"><circle cx="206" cy="596" r="12"/><circle cx="406" cy="634" r="13"/><circle cx="596" cy="596" r="12"/></g>"##,
            ],
            body: "M400 300C470 300 660 400 676 424C690 446 680 470 660 480L420 556C406 560 394 560 380 556L140 480C120 470 110 446 124 424C140 400 330 300 400 300Z",
            light: Light::Gloss,
            decor: &[
                r#"<path d="M400 330C460 330 600 410 616 428C620 440 616 446 606 450L414 512C404 515 396 515 386 512L194 450C184 446 180 440 184 428C200 410 340 330 400 330Z" fill="{c+}" opacity=".35"/><path d="M110 450L400 540L690 450V500L400 580L110 500Z" fill="{c--}" opacity=".5"/>"#,
            ],
            over: &[
                r#"[[<path d="M130 440C90 410 90 360 140 350C170 346 190 360 196 384" fill="none" stroke="{t--}" stroke-width="28" stroke-linecap="round"/><path d="M130 438C92 408 92 360 140 350C170 346 190 360 196 384" fill="none" stroke="{t}" stroke-width="20" stroke-linecap="round"/>]]<path d="M340 440L400 400L460 440M352 468L400 436L448 468" fill="none" stroke="{n}" stroke-width="14"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "parachute",
        stand: Stand::Floor(400, 610, 350),
        pieces: &[Piece {
            body: "M60 500C90 330 230 220 400 210C570 220 710 330 740 500C716 530 690 526 666 544C630 572 600 560 566 580C530 598 498 584 460 598C420 610 380 610 340 598C302 584 270 598 234 580C200 560 170 572 134 544C110 526 84 530 60 500Z",
            decor: &[
                r##"<path d="M400 260L60 500L134 560Z" fill="#E4473A"/><path d="M400 260L134 548L234 596Z" fill="#F59A23"/><path d="M400 260L234 590L340 612Z" fill="#FFD23F"/><path d="M400 260L340 606L460 612Z" fill="#3BA55D"/><path d="M400 260L460 606L566 596Z" fill="{c}"/><path d="M400 260L566 590L666 560Z" fill="{t}"/><path d="M400 260L666 552L760 500Z" fill="#7A4FBF"/><path d="M400 260L40 520C70 300 240 200 400 200Z" fill="#7A4FBF"/><path d="M400 260L120 330C190 250 290 210 400 200Z" fill="{c}"/><path d="M400 260L260 220C300 206 350 200 400 200Z" fill="#F59A23"/><path d="M400 260L400 200C440 200 500 206 540 220Z" fill="#3BA55D"/><path d="M400 260L540 220C610 240 660 280 690 340Z" fill="#E4473A"/><path d="M400 260L690 335C720 390 740 440 760 520Z" fill="#FFD23F"/>"##,
            ],
            dark: "M134 560C200 480 300 380 400 270C330 400 270 500 234 600ZM340 620C360 500 384 380 400 270C420 380 440 500 460 620ZM566 600C520 500 450 380 400 270C500 370 600 470 666 570Z",
            bright: "M190 480C250 420 320 360 370 310C320 400 270 470 240 530ZM480 530C460 460 440 390 420 330C480 400 530 460 560 520Z",
            over: &[
                r##"<circle cx="400" cy="258" r="26" fill="#F4F6F8" stroke="#10161F" stroke-opacity=".3" stroke-width="3"/><circle cx="400" cy="256" r="13" fill="#10161F" opacity=".55"/><path d="M134 544L124 576M234 580L230 612M340 598L338 630M460 598L462 630M566 580L570 612M666 544L676 576" stroke="#20262F" stroke-width="9" stroke-linecap="round"/>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "bean-bags",
        stand: Stand::Floor(400, 640, 300),
        pieces: &[
            Piece {
                body: "M130 420C180 400 300 396 350 414C366 470 370 560 356 620C300 640 180 640 126 622C112 560 116 470 130 420Z",
                decor: &[
                    r#"<path d="M148 438C200 420 290 416 334 430" fill="none" stroke="{c~}" stroke-width="3" stroke-dasharray="7 5"/><path d="M144 608C200 622 290 624 340 606" fill="none" stroke="{c~}" stroke-width="3" stroke-dasharray="7 5"/>"#,
                ],
                dark: "M130 600C220 560 290 570 356 600V640H126Z",
                bright: "M180 450C240 430 260 500 230 550C190 560 160 510 180 450Z",
                ..Piece::NONE
            },
            Piece {
                body: "M450 420C500 400 620 400 670 420C686 470 690 560 676 620C620 640 500 640 446 622C432 560 436 470 450 420Z",
                paint: Paint::Second,
                dark: "M450 600C540 560 610 570 676 600V640H446Z",
                bright: "M500 450C560 430 580 500 550 550C510 560 480 510 500 450Z",
                over: &[
                    r#"<path d="M468 438C520 422 610 420 654 434M464 608C520 622 610 624 660 606" fill="none" stroke="{t~}" stroke-width="3" stroke-dasharray="7 5"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M286 230C336 208 470 206 514 228C532 280 534 370 520 430C466 450 336 450 282 432C268 370 270 280 286 230Z",
                decor: &[
                    r#"<path d="M400 270L428 320L484 326L444 364L454 420L400 392L346 420L356 364L316 326L372 320Z" fill="{t}"/>"#,
                ],
                dark: "M286 410C380 370 450 380 520 410V450H282Z",
                bright: "M320 260C370 240 390 270 360 330C320 340 300 300 320 260Z",
                over: &[
                    r#"<path d="M302 248C360 228 450 226 498 242M298 418C360 432 450 434 506 414" fill="none" stroke="{c~}" stroke-width="3" stroke-dasharray="7 5"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "bottle",
        stand: Stand::Floor(400, 700, 130),
        pieces: &[
            Piece {
                body: "M376 96H424C434 96 438 104 436 114L428 176H372L364 114C362 104 366 96 376 96ZM330 176H470C484 176 492 186 492 200V236H308V200C308 186 316 176 330 176Z",
                paint: Paint::Second,
                light: Light::Gloss,
                over: &[
                    r#"<path d="M326 186V232M346 184V234M366 184V234M386 184V234M406 184V234M426 184V234M446 184V234M466 184V234" stroke="{ts}" stroke-opacity=".4" stroke-width="5"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M308 240H492C512 280 520 310 516 360C500 390 500 420 516 450V670C516 694 500 706 476 706H324C300 706 284 694 284 670V450C300 420 300 390 284 360C280 310 288 280 308 240Z",
                decor: &[
                    r#"<path d="M270 500H530V640H270Z" fill="{t}"/><path d="M284 660H516" stroke="{c--}" stroke-opacity=".4" stroke-width="5"/>"#,
                ],
                dark: "M284 360C340 390 460 390 516 360C500 390 500 420 516 450C460 420 340 420 284 450C300 420 300 390 284 360Z",
                bright: "M316 270C340 260 346 300 340 360C320 380 300 330 316 270ZM310 460C336 450 340 560 330 670C306 680 300 560 310 460Z",
                over: &[
                    r#"<path d="M352 566L400 536L448 566M360 606L400 578L440 606" fill="none" stroke="{c}" stroke-width="14"/><path d="M484 470V480M484 500V506M476 660" stroke="{c~}" stroke-width="5"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "spot-markers",
        stand: Stand::Floor(400, 620, 330),
        pieces: &[
            Piece {
                body: "M60 430C60 396 130 376 220 376C310 376 380 396 380 430C380 464 310 486 220 486C130 486 60 464 60 430Z",
                light: Light::Gloss,
                over: &[r#"<path d="M176 420L206 410V452M170 452H250" fill="none" stroke="{n}" stroke-width="13"/>"#],
                ..Piece::NONE
            },
            Piece {
                body: "M420 430C420 396 490 376 580 376C670 376 740 396 740 430C740 464 670 486 580 486C490 486 420 464 420 430Z",
                paint: Paint::Second,
                light: Light::Gloss,
                over: &[
                    r#"<path d="M530 418L544 410H606L616 418L540 448V452H630" fill="none" stroke="{c}" stroke-width="13"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M200 560C200 516 290 490 400 490C510 490 600 516 600 560C600 604 510 630 400 630C290 630 200 604 200 560Z",
                light: Light::Gloss,
                decor: &[r#"<ellipse cx="400" cy="560" rx="170" ry="56" fill="none" stroke="{t}" stroke-width="11"/>"#],
                over: &[
                    r#"<path d="M340 530H446L460 540L440 556H390M440 556L466 570L450 590H330" fill="none" stroke="{n}" stroke-width="15"/>"#,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "foam-kit",
        stand: Stand::Floor(400, 650, 330),
        pieces: &[
            Piece { body: "M100 650V540H280V650Z", light: Light::Gloss, ..Piece::NONE },
            Piece { body: "M520 650V540H700V650Z", light: Light::Gloss, ..Piece::NONE },
            Piece {
                body: "M310 650V470H490V650Z",
                paint: Paint::Second,
                light: Light::Gloss,
                decor: &[r#"<path d="M340 500H460V620H340Z" fill="none" stroke="{c}" stroke-width="9"/>"#],
                ..Piece::NONE
            },
            Piece {
                body: "M100 540C100 480 130 450 190 450C250 450 280 480 280 540Z",
                paint: Paint::Second,
                ..Piece::NONE
            },
            Piece { body: "M520 540L610 400L700 540Z", paint: Paint::Second, light: Light::Gloss, ..Piece::NONE },
            Piece {
                body: "M310 470C310 250 490 250 490 470H436C436 330 364 330 364 470Z",
                light: Light::Gloss,
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "cart",
        stand: Stand::Floor(400, 690, 290),
        pieces: &[Piece {
            behind: &[
                r##"<g stroke="#10161F" stroke-opacity=".25" stroke-width="3"><circle cx="250" cy="230" r="82" fill="{c}"/><circle cx="550" cy="230" r="82" fill="{c}"/><circle cx="400" cy="206" r="86" fill="{t}"/><circle cx="250" cy="400" r="82" fill="{t}"/><circle cx="550" cy="400" r="82" fill="{t}"/><circle cx="400" cy="390" r="86" fill="{c}"/><circle cx="250" cy="540" r="78" fill="{c}"/><circle cx="550" cy="540" r="78" fill="{c}"/><circle cx="400" cy="545" r="80" fill="{t}"/></g><g fill="#fff" opacity=".35" filter="url(#{id}s)"><circle cx="222" cy="200" r="24"/><circle cx="522" cy="200" r="24"/><circle cx="372" cy="176" r="26"/><circle cx="222" cy="372" r="22"/><circle cx="522" cy="372" r="22"/><circle cx="372" cy="360" r="24"/></g>"##,
            ],
            body: "M140 130H160V640H140ZM640 130H660V640H640ZM140 290H660V308H140ZM140 462H660V480H140ZM140 610H660V636H140Z",
            paint: Paint::Fixed("#8A95A1"),
            light: Light::Gloss,
            over: &[
                r##"<path d="M220 300V620M320 300V620M480 300V620M580 300V620" stroke="#8A95A1" stroke-width="6"/><g fill="#20262F"><circle cx="170" cy="664" r="26"/><circle cx="630" cy="664" r="26"/></g><g fill="#9AA5B1"><circle cx="170" cy="664" r="10"/><circle cx="630" cy="664" r="10"/></g>"##,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "drink-mix",
        stand: Stand::Floor(400, 700, 180),
        pieces: &[Piece {
            body: "M250 130C350 120 450 120 550 130L556 180C570 340 580 520 572 670C560 700 240 700 228 670C220 520 230 340 244 180Z",
            light: Light::Gloss,
            decor: &[
                r#"<path d="M200 300C320 240 480 360 600 290V470C480 540 320 420 200 490Z" fill="{t}"/><path d="M240 128H560V190H240Z" fill="{c-}"/><path d="M244 150H556M244 168H556" stroke="{c~}" stroke-width="3" opacity=".6"/>"#,
            ],
            dark: "M236 600C280 640 320 650 340 690H230ZM564 600C520 640 480 650 460 690H570ZM330 190C350 220 450 220 470 190V200C450 236 350 236 330 200Z",
            bright: "M266 210C300 200 300 420 290 640C256 640 250 330 266 210Z",
            over: &[
                r#"<circle cx="250" cy="158" r="9" fill="{c--}"/><path d="M400 226C426 262 440 280 440 300A40 40 0 0 1 360 300C360 280 374 262 400 226Z" fill="{t}"/><g fill="none" stroke="{n}" stroke-width="15"><path d="M330 560H470M350 596H450"/></g><path d="M300 378H500M330 412H470" stroke="{c}" stroke-width="17"/>"#,
            ],
            ..Piece::NONE
        }],
    },
    Drawing {
        name: "paper-roll",
        stand: Stand::Floor(400, 660, 320),
        pieces: &[
            Piece {
                body: "M170 300H560C610 300 640 370 640 450C640 540 610 600 560 600H170Z",
                light: Light::Gloss,
                dark: "M170 560H600V610H170Z",
                bright: "M190 320H560V360H190Z",
                over: &[
                    r#"<path d="M170 600L110 664C300 690 520 690 640 650L560 600Z" fill="{c+}" stroke="{c--}" stroke-opacity=".35" stroke-width="2.5"/><path d="M240 640H420M470 640H540" stroke="{n}" stroke-width="13" opacity=".85"/>"#,
                ],
                ..Piece::NONE
            },
            Piece {
                body: "M170 300A70 150 0 1 1 169 300Z",
                light: Light::Flat,
                decor: &[
                    r##"<g fill="none" stroke="{c--}" stroke-opacity=".45" stroke-width="4"><ellipse cx="170" cy="450" rx="56" ry="122"/><ellipse cx="170" cy="450" rx="42" ry="94"/></g><ellipse cx="170" cy="450" rx="28" ry="64" fill="#B98B57"/><ellipse cx="170" cy="450" rx="20" ry="50" fill="#2A1E12"/>"##,
                ],
                ..Piece::NONE
            },
        ],
    },
    Drawing {
        name: "flag-belt",
        stand: Stand::Hung,
        pieces: &[
            Piece {
                body: "M180 300H244L262 640C240 664 196 664 172 640ZM370 320H434L446 680C420 704 384 704 358 680ZM556 300H620L632 640C606 664 562 664 540 640Z",
                decor: &[r#"<path d="M150 560H660V590H150Z" fill="{t}" opacity=".85"/>"#],
                dark: "M180 300H244V350H180ZM370 320H434V370H370ZM556 300H620V350H556Z",
                bright: "M192 360C216 350 216 460 206 560C186 560 184 440 192 360ZM384 380C408 370 408 480 398 580C378 580 376 460 384 380ZM570 360C594 350 594 460 584 560C564 560 562 440 570 360Z",
                ..Piece::NONE
            },
            Piece {
                body: "M90 210C260 270 540 270 710 210L720 262C540 326 260 326 80 262Z",
                paint: Paint::Fixed("#20262F"),
                light: Light::Gloss,
                over: &[
                    r##"<path d="M96 222C264 280 536 280 704 222M92 250C264 310 536 310 708 250" fill="none" stroke="#6A7682" stroke-width="2.5" stroke-dasharray="7 5"/><path d="M186 268H240V316H186ZM374 280H430V330H374ZM560 268H614V316H560Z" fill="{t}" stroke="{t--}" stroke-opacity=".5" stroke-width="2.5"/><path d="M640 200H716V280H640Z" fill="#8A95A1" stroke="#39434F" stroke-width="5"/><path d="M660 220H696V260H660Z" fill="#20262F"/>"##,
                ],
                ..Piece::NONE
            },
        ],
    },
];
