/** Two- and three-letter codes of ISO 3166. */
const ALPHA_3 = `
AD AND; AE ARE; AF AFG; AG ATG; AI AIA; AL ALB; AM ARM; AO AGO; AQ ATA; AR ARG; AS ASM; AT AUT; AU AUS; AW ABW
AX ALA; AZ AZE; BA BIH; BB BRB; BD BGD; BE BEL; BF BFA; BG BGR; BH BHR; BI BDI; BJ BEN; BL BLM; BM BMU; BN BRN
BO BOL; BQ BES; BR BRA; BS BHS; BT BTN; BV BVT; BW BWA; BY BLR; BZ BLZ; CA CAN; CC CCK; CD COD; CF CAF; CG COG
CH CHE; CI CIV; CK COK; CL CHL; CM CMR; CN CHN; CO COL; CR CRI; CU CUB; CV CPV; CW CUW; CX CXR; CY CYP; CZ CZE
DE DEU; DJ DJI; DK DNK; DM DMA; DO DOM; DZ DZA; EC ECU; EE EST; EG EGY; EH ESH; ER ERI; ES ESP; ET ETH; FI FIN
FJ FJI; FK FLK; FM FSM; FO FRO; FR FRA; GA GAB; GB GBR; GD GRD; GE GEO; GF GUF; GG GGY; GH GHA; GI GIB; GL GRL
GM GMB; GN GIN; GP GLP; GQ GNQ; GR GRC; GS SGS; GT GTM; GU GUM; GW GNB; GY GUY; HK HKG; HM HMD; HN HND; HR HRV
HT HTI; HU HUN; ID IDN; IE IRL; IL ISR; IM IMN; IN IND; IO IOT; IQ IRQ; IR IRN; IS ISL; IT ITA; JE JEY; JM JAM
JO JOR; JP JPN; KE KEN; KG KGZ; KH KHM; KI KIR; KM COM; KN KNA; KP PRK; KR KOR; KW KWT; KY CYM; KZ KAZ; LA LAO
LB LBN; LC LCA; LI LIE; LK LKA; LR LBR; LS LSO; LT LTU; LU LUX; LV LVA; LY LBY; MA MAR; MC MCO; MD MDA; ME MNE
MF MAF; MG MDG; MH MHL; MK MKD; ML MLI; MM MMR; MN MNG; MO MAC; MP MNP; MQ MTQ; MR MRT; MS MSR; MT MLT; MU MUS
MV MDV; MW MWI; MX MEX; MY MYS; MZ MOZ; NA NAM; NC NCL; NE NER; NF NFK; NG NGA; NI NIC; NL NLD; NO NOR; NP NPL
NR NRU; NU NIU; NZ NZL; OM OMN; PA PAN; PE PER; PF PYF; PG PNG; PH PHL; PK PAK; PL POL; PM SPM; PN PCN; PR PRI
PS PSE; PT PRT; PW PLW; PY PRY; QA QAT; RE REU; RO ROU; RS SRB; RU RUS; RW RWA; SA SAU; SB SLB; SC SYC; SD SDN
SE SWE; SG SGP; SH SHN; SI SVN; SJ SJM; SK SVK; SL SLE; SM SMR; SN SEN; SO SOM; SR SUR; SS SSD; ST STP; SV SLV
SX SXM; SY SYR; SZ SWZ; TC TCA; TD TCD; TF ATF; TG TGO; TH THA; TJ TJK; TK TKL; TL TLS; TM TKM; TN TUN; TO TON
TR TUR; TT TTO; TV TUV; TW TWN; TZ TZA; UA UKR; UG UGA; UM UMI; US USA; UY URY; UZ UZB; VA VAT; VC VCT; VE VEN
VG VGB; VI VIR; VN VNM; VU VUT; WF WLF; WS WSM; YE YEM; YT MYT; ZA ZAF; ZM ZMB; ZW ZWE`;

/** Names that are common besides the English ones of Unicode, by code. */
const OTHER_NAMES = `
AE UAE; AX Åland; BA Bosnia; BN Brunei Darussalam; BO Plurinational State of Bolivia
BQ Bonaire, Sint Eustatius and Saba; BQ Bonaire; CD DR Congo; CD DRC; CD Democratic Republic of the Congo
CG Republic of the Congo; CI Ivory Coast; CI Cote d Ivoire; CN People's Republic of China; CV Cabo Verde; CV Cape Verde
CZ Czech Republic; CZ Czechia; FM Federated States of Micronesia; FK Falkland Islands (Malvinas)
GB Great Britain; GB United Kingdom of Great Britain and Northern Ireland; GB United Kingdom (UK)
HK Hong Kong; HK Hong Kong, China; HM Heard Island and McDonald Islands; IE Republic of Ireland
IR Islamic Republic of Iran; JO Hashemite Kingdom of Jordan; KG Kyrgyz Republic
KP Democratic People's Republic of Korea; KP DPRK; KR Republic of Korea; LA Lao People's Democratic Republic
LT Republic of Lithuania; LY Libyan Arab Jamahiriya; MD Republic of Moldova; MF Saint Martin (French part); MK Macedonia; MK North Macedonia
MK Former Yugoslav Republic of Macedonia; MK Republic of North Macedonia; MM Burma; MO Macao; MO Macau
MO Macao, China; NL Holland; NL Kingdom of the Netherlands; PN Pitcairn; PS Palestine; PS State of Palestine
PS Occupied Palestinian Territory; RU Russian Federation; SH Saint Helena, Ascension and Tristan da Cunha
SK Slovak Republic; SX Saint Martin (Dutch part); SY Syrian Arab Republic; SZ Eswatini; SZ Swaziland
TL East Timor; TR Turkey; TR Türkiye; TW Taiwan, Province of China; TW Taiwan, China; TZ United Republic of Tanzania
UM United States Minor Outlying Islands; US America; US United States of America; US United States (US)
US United States (USA); VA Holy See; VA Holy See (Vatican City State); VA Vatican; VE Bolivarian Republic of Venezuela
VI Virgin Islands of the United States; VN Viet Nam`;

const BRACKETS = /[([][^()[\]]*[)\]]/;

/** No country, continent or territory has a longer name. */
const LONGEST = 100;

interface Countries {
	/** The code of each code and name, by its key. */
	codes: Map<string, string>;
	/** The English name of each code. */
	names: Map<string, string>;
}

let known: Countries | undefined;

/** Returns the two-letter code of a country, from that code, the three-letter one or a name; undefined if unknown. */
export function toCountryCode(text: string): string | undefined {
	const { codes } = (known ??= readCountries());
	const short = text.slice(0, LONGEST);
	const code = codes.get(toKey(short));
	if (code !== undefined || !BRACKETS.test(short)) return code;
	// The Koreas and the Congos differ in what is in brackets.
	const rest = short.replace(BRACKETS, ' ');
	return findCountries(rest).length === 1 ? codes.get(toKey(rest)) : undefined;
}

/** Returns the codes of the countries one of whose names has all words of the text. */
export function findCountries(text: string): string[] {
	const { codes } = (known ??= readCountries());
	const words = toWords(text.slice(0, LONGEST));
	const found = [...codes].filter(([key]) => {
		const ofName = key.split(' ');
		return words.length > 0 && words.every((word) => ofName.includes(word));
	});
	return [...new Set(found.map(([, code]) => code))];
}

/** Returns the English name of a two-letter code. */
export function getCountryName(code: string): string {
	return (known ??= readCountries()).names.get(code) ?? code;
}

function readCountries(): Countries {
	const countries: Countries = { codes: new Map(), names: new Map() };
	const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
	const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
	for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
		const name = english.of(code);
		// Codes of former countries have become another, e.g. DD: DE.
		const present = new Intl.Locale(`und-${code}`).region ?? code;
		if (name === undefined) continue;
		countries.names.set(present, name);
		for (const one of [code, name, name.replace(BRACKETS, '')])
			countries.codes.set(toKey(one), present);
	}
	for (const line of `${ALPHA_3}\n${OTHER_NAMES}`.trim().split(/[\n;]+\s*/)) {
		countries.codes.set(toKey(line.slice(3)), line.slice(0, 2));
	}
	return countries;
}

/** Returns a text that is the same for all ways to write a name: word order, accents, signs and 'the' don't count. */
function toKey(name: string): string {
	return toWords(name).sort().join(' ');
}

const LEFT_OUT = ['the', 'and', 'of'];

function toWords(name: string): string[] {
	const plain = name
		.normalize('NFKD')
		.replace(/[\p{M}.'’]/gu, '')
		.toLowerCase();
	const words = plain.replace(/\bsaint\b/g, 'st').match(/[\p{L}\d]+/gu) ?? [];
	// 'AND' alone is Andorra.
	return words.length > 1 ? words.filter((word) => !LEFT_OUT.includes(word)) : words;
}
