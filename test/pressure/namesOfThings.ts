/** The 118 chemical elements: symbol and English name as IUPAC writes it. */
export const ELEMENTS = `
H:hydrogen He:helium Li:lithium Be:beryllium B:boron C:carbon N:nitrogen O:oxygen F:fluorine Ne:neon Na:sodium
Mg:magnesium Al:aluminium Si:silicon P:phosphorus S:sulfur Cl:chlorine Ar:argon K:potassium Ca:calcium Sc:scandium
Ti:titanium V:vanadium Cr:chromium Mn:manganese Fe:iron Co:cobalt Ni:nickel Cu:copper Zn:zinc Ga:gallium Ge:germanium
As:arsenic Se:selenium Br:bromine Kr:krypton Rb:rubidium Sr:strontium Y:yttrium Zr:zirconium Nb:niobium Mo:molybdenum
Tc:technetium Ru:ruthenium Rh:rhodium Pd:palladium Ag:silver Cd:cadmium In:indium Sn:tin Sb:antimony Te:tellurium
I:iodine Xe:xenon Cs:caesium Ba:barium La:lanthanum Ce:cerium Pr:praseodymium Nd:neodymium Pm:promethium Sm:samarium
Eu:europium Gd:gadolinium Tb:terbium Dy:dysprosium Ho:holmium Er:erbium Tm:thulium Yb:ytterbium Lu:lutetium Hf:hafnium
Ta:tantalum W:tungsten Re:rhenium Os:osmium Ir:iridium Pt:platinum Au:gold Hg:mercury Tl:thallium Pb:lead Bi:bismuth
Po:polonium At:astatine Rn:radon Fr:francium Ra:radium Ac:actinium Th:thorium Pa:protactinium U:uranium Np:neptunium
Pu:plutonium Am:americium Cm:curium Bk:berkelium Cf:californium Es:einsteinium Fm:fermium Md:mendelevium No:nobelium
Lr:lawrencium Rf:rutherfordium Db:dubnium Sg:seaborgium Bh:bohrium Hs:hassium Mt:meitnerium Ds:darmstadtium
Rg:roentgenium Cn:copernicium Nh:nihonium Fl:flerovium Mc:moscovium Lv:livermorium Ts:tennessine Og:oganesson
`
  .trim()
  .split(/\s+/)
  .map((entry) => entry.split(':') as [symbol: string, name: string])

/** The 50 states of the USA. */
export const STATES = `
Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Georgia, Hawaii, Idaho
Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan, Minnesota, Mississippi
Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New York, North Carolina, North Dakota
Ohio, Oklahoma, Oregon, Pennsylvania, Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah, Vermont
Virginia, Washington, West Virginia, Wisconsin, Wyoming
`
  .trim()
  .split(/,\s*|\n/)
