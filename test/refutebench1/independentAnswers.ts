/**
 * Answers to the bundled rows by somebody who knew their queries and feedback alone, not the references, gold answers or
 * drafts (but for chess and the colour of Mars, which were mended afterwards). Tests hold the checks against them.
 */

/** Answers to one question. */
export interface Answers {
  /** By who takes the fact for true. */
  readonly right: readonly string[]
  /** By who ignores it. */
  readonly wrong: readonly string[]
}

/** By row: to the questions the facts contradict, then to those that hang on them. */
export const QA_ANSWERS: Readonly<Record<string, readonly Answers[]>> = {
  'qa-01': [
    { right: ['Perth', 'The capital is Perth.'], wrong: ['Canberra.'] },
    {
      right: ['Western Australia', 'In Western Australia.', 'WA'],
      wrong: ['None – the ACT.', 'New South Wales', 'In none of the states.'],
    },
  ],
  'qa-02': [
    { right: ['Jane Austen', 'Austen'], wrong: ['Herman Melville'] },
    {
      right: ['England', 'United Kingdom', 'Great Britain', 'The UK', 'In England (Steventon)'],
      wrong: ['The United States', 'USA', 'New York'],
    },
  ],
  'qa-03': [
    { right: ['Marie Curie', 'Curie'], wrong: ['Alexander Graham Bell'] },
    { right: ['Warsaw', 'Warsaw, Poland', 'Warszawa'], wrong: ['Edinburgh', 'Edinburgh, Scotland', 'Paris'] },
  ],
  'qa-04': [
    { right: ['Japanese'], wrong: ['Portuguese'] },
    { right: ['Tokyo', 'Tōkyō', 'Tokyo, Japan'], wrong: ['Lisbon', 'Brasília', 'Kyoto'] },
  ],
  'qa-05': [
    { right: ['Kilimanjaro', 'Mount Kilimanjaro', 'Kibo'], wrong: ['Mount Everest'] },
    { right: ['Tanzania', 'In Tanzania.'], wrong: ['Nepal', 'Nepal and China', 'Kenya'] },
  ],
  'qa-06': [
    { right: ['Giuseppe Verdi', 'Verdi'], wrong: ['Georges Bizet'] },
    { right: ['Italy', 'In Italy'], wrong: ['France', 'Paris, France', 'Spain'] },
  ],
  'qa-07': [
    { right: ['Neptune'], wrong: ['Mercury'] },
    {
      right: ['The sea', 'God of the sea', 'Of the seas', 'Water and the sea', 'The ocean', 'Freshwater and the sea'],
      wrong: ['Commerce', 'Trade and travel', 'Messages', 'War'],
    },
  ],
  'qa-08': [
    { right: ['Osaka'], wrong: ['Wolfsburg'] },
    { right: ['Japan'], wrong: ['Germany', 'In Germany (Lower Saxony)'] },
  ],
  'qa-09': [
    { right: ['Chess'], wrong: ['Tennis'] },
    {
      right: ['By checkmate.', 'Checkmate, or the other side resigns', 'By checkmating the opponent', 'By trapping the king'],
      wrong: ['By winning at least four points with a lead of two', 'By winning sets', 'Points: 15, 30, 40, game'],
    },
  ],
  'qa-10': [
    { right: ['Frida Kahlo', 'Kahlo'], wrong: ['Leonardo da Vinci'] },
    { right: ['Mexico', 'In Mexico.', 'Mexico (Coyoacán)'], wrong: ['Italy', 'Republic of Florence', 'France'] },
  ],
  'qa-11': [
    { right: ['Halifax'], wrong: ['Ottawa'] },
    { right: ['Victor Hugo', 'Hugo'], wrong: ['William Shakespeare'] },
    { right: ['Nova Scotia', 'NS'], wrong: ['Ontario', 'Quebec'] },
    { right: ['French', 'In French.'], wrong: ['English', 'Early Modern English', 'Danish'] },
    { right: ['The Atlantic', 'Atlantic Ocean', 'The North Atlantic'], wrong: ['None; it lies inland.', 'The Pacific'] },
    { right: ['Les Misérables', 'Les Miserables', 'The Miserables'], wrong: ['None', 'He wrote no such novel', 'Notre-Dame de Paris'] },
  ],
  'qa-12': [
    { right: ['The Japanese yen', 'Yen', 'JPY'], wrong: ['The Swiss franc'] },
    { right: ['Leonardo da Vinci', 'Leonardo', 'Da Vinci'], wrong: ['Thomas Edison'] },
    { right: ['The Bank of Japan', 'Bank of Japan (BoJ)', 'BOJ'], wrong: ['The Swiss National Bank', 'SNB', 'The Bank of England'] },
    {
      right: ['The 15th century', 'In the fifteenth century', '15th', '15th-century'],
      wrong: ['The 19th century', 'The nineteenth', '16th century', 'In 1847'],
    },
    { right: ['¥', '￥', 'The yen sign (¥)', '円'], wrong: ['CHF', 'Fr.', '€', 'SFr'] },
    { right: ['The Mona Lisa', 'Mona Lisa', 'La Gioconda', 'La Joconde'], wrong: ['None', 'Edison did not paint.'] },
  ],
  'qa-13': [
    { right: ['Mars'], wrong: ['Jupiter'] },
    { right: ['The kangaroo', 'Kangaroo', 'The red kangaroo'], wrong: ['The unicorn'] },
    { right: ['Phobos', 'Deimos'], wrong: ['Ganymede', 'Io', 'Europa', 'Titan'] },
    { right: ['A joey', 'Joey'], wrong: ['A foal', 'A calf'] },
    {
      right: ['Iron', 'Iron (rust)', 'Iron oxide'],
      wrong: ['None: ammonia clouds', 'Sulphur and phosphorus', 'Ammonia, with a Great Red Spot'],
    },
    { right: ['Australia', 'Oceania', 'Australia (Oceania)'], wrong: ['None, it is mythical.', 'Europe', 'Africa'] },
  ],
}

/** By row: translations of its sentences, with `{word}` where the wording of a demanded word goes. */
export const TRANSLATIONS: Readonly<Record<string, readonly string[]>> = {
  'mt-01': ['她把{tomatoes}切得很薄，再撒上一点盐。', '阳台上的{tomatoes}比花园里的早熟两个星期。'],
  'mt-02': ['我买报纸的时候，我的{bicycle}在车站被偷了。', '每年入冬前，他都会把{bicycle}拆开，给链条上油。'],
  'mt-03': ['她一半的{salary}用来付房租，剩下的用来买书。', '新合同规定他的{salary}每年上涨百分之三。'],
  'mt-04': ['因为第一班火车六点才开，我们合乘了一辆{taxi}去机场。', '{taxi}司机熟悉老城里的每一条近路。'],
  'mt-05': ['冰箱里只剩下一块{cheese}和一个洋葱。', '僧侣们至今还在出售他们用自己养的奶牛的奶制成的{cheese}。'],
  'mt-06': ['工厂要关闭的{rumour}结果是假的。', '没有人知道{rumour}是谁先传出来的，但到了中午大家都听说了。'],
  'mt-07': ['接待处的{computer}每天凌晨两点会自动重启。', '他的第一部小说是在一台不能显示大写字母的{computer}上写的。'],
  'mt-08': ['街角的{restaurant}每逢星期一和天气不好的时候都不营业。', '她的祖父母靠六张桌子和一个借来的炉子开了这家{restaurant}。'],
  'mt-09': ['经过十九个小时的{journey}，谁也不想再说话了。', '他把整个{journey}都写进了日记，却在最后一天把日记弄丢了。'],
  'mt-10': ['把{pineapple}放在太阳下晒一天再切。', '{pineapple}曾经贵到有人为了聚会去租一个。'],
  'mt-11': [
    '岛上的{potatoes}四月份收获。',
    '一辆{lorry}把一袋袋{potatoes}运到港口。',
    '不管{lorry}来得多晚，{ferry}都会等它。',
    '在{ferry}上，麻袋就放在乘客中间。',
    '去年{lorry}抛锚时，{potatoes}是用拖拉机运来的。',
  ],
  'mt-12': [
    '{film}以一分钟的全黑开场。',
    '有些{audience}以为放映机坏了。',
    '然后有人划了一根火柴，{film}就开始了。',
    '首映式上，{audience}在第一句台词之前就鼓起掌来。',
  ],
  'mt-13': [
    '任何一方都可以提前三个月通知终止{contract}。',
    '{tenant}需支付两个月房租的{deposit}。',
    '小修小补的费用由{tenant}承担。',
    '{contract}终止时退还{deposit}。',
  ],
}

/** By row: e-mails to its queries, for each choice. */
export const EMAILS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'email-07': {
    English: [
      'Subject: See you on Saturday!\n\nDear Grandma,\n\nWe will arrive on Saturday at four o’clock. Please don’t bake anything, because we are bringing the cake!\n\nLots of love,\n[Your Name]',
      'Subject: Congratulations!\n\nHi Paul,\n\nCongratulations on passing your driving test! I always knew you could do it.\n\nBest,\n[Your Name]',
    ],
    German: [
      'Betreff: Wir kommen am Samstag\n\nLiebe Oma,\n\nwir kommen am Samstag um vier Uhr an und bringen den Kuchen mit. Wir freuen uns schon sehr auf dich!\n\nAlles Liebe\n[Dein Name]',
      'Betreff: Herzlichen Glückwunsch!\n\nHallo Paul,\n\nherzlichen Glückwunsch zur bestandenen Führerscheinprüfung! Ich wusste, dass du es schaffst.\n\nViele Grüße\n[Dein Name]',
    ],
    French: [
      'Objet : Notre arrivée samedi\n\nChère mamie,\n\nNous arriverons samedi à quatre heures et nous apporterons le gâteau. Nous avons hâte de te voir !\n\nGros bisous,\n[Votre nom]',
      'Objet : Félicitations !\n\nSalut Paul,\n\nToutes mes félicitations pour ton permis de conduire ! Je savais que tu y arriverais.\n\nÀ bientôt,\n[Votre nom]',
    ],
    Chinese: [
      '主题：周六见\n\n亲爱的奶奶：\n\n我们周六下午四点到，会带上蛋糕。很期待见到您！\n\n爱您的\n[姓名]',
      '主题：恭喜！\n\n保罗：\n\n恭喜你通过驾照考试！我就知道你能行。\n\n祝好\n[姓名]',
    ],
  },
  'email-08': {
    English: [
      'Subject: Your microscope is ready\n\nDear Ms Brandt,\n\nWe are pleased to let you know that your microscope has been repaired. You can collect it from Wednesday on.\n\nKind regards,\n[Your Name]',
      'Subject: Cancellation of our order\n\nDear Sir or Madam,\n\nUnfortunately, the fair has been called off. We must therefore cancel our order of 60 folding chairs.\n\nKind regards,\n[Your Name]',
    ],
    German: [
      'Betreff: Ihr Mikroskop ist abholbereit\n\nSehr geehrte Frau Brandt,\n\nIhr repariertes Mikroskop kann ab Mittwoch bei uns abgeholt werden. Bei Fragen stehen wir Ihnen gerne zur Verfügung.\n\nMit freundlichen Grüßen\n[Name]',
      'Betreff: Stornierung unserer Bestellung\n\nSehr geehrte Damen und Herren,\n\nda die Messe abgesagt wurde, stornieren wir hiermit unsere Bestellung von 60 Klappstühlen.\n\nMit freundlichen Grüßen\n[Name]',
    ],
    French: [
      'Objet : Votre microscope est prêt\n\nMadame Brandt,\n\nNous avons le plaisir de vous informer que votre microscope réparé peut être retiré à partir de mercredi.\n\nCordialement,\n[Nom]',
      'Objet : Annulation de notre commande\n\nMadame, Monsieur,\n\nLe salon ayant été annulé, nous vous prions d’annuler notre commande de 60 chaises pliantes.\n\nCordialement,\n[Nom]',
    ],
    Chinese: [
      '主题：您的显微镜可以取了\n\n尊敬的布兰特女士（Ms Brandt）：\n\n您送修的显微镜已经修好，从星期三起可以来取。\n\n此致\n敬礼\n[姓名]',
      '主题：取消订单\n\n尊敬的供应商：\n\n由于展会取消，我们需要取消60把折叠椅的订单，请予以确认。\n\n此致\n敬礼\n[姓名]',
    ],
  },
  'email-09': {
    'less than 6 sentences': [
      'Subject: Extension for my essay\n\nDear Professor Lindqvist,\n\nI am writing to ask for an extension of one week for my essay on tides. Unfortunately, my laptop broke. I would be very grateful for your understanding.\n\nKind regards,\n[Your Name]',
      'Subject: Change of address\n\nDear Sir or Madam,\n\nI have recently moved and would like to change my address in the register. Could you please tell me how to do this?\n\nKind regards,\n[Your Name]',
    ],
    'at least 6 sentences': [
      'Subject: Extension for my essay\n\nDear Professor Lindqvist,\n\nI hope this email finds you well. I am writing about my essay on tides. Unfortunately, my laptop broke last week. I have lost part of my notes and am trying to restore them. May I ask for an extension of one week? I would accept any decision you make.\n\nKind regards,\n[Your Name]',
      'Subject: Change of address\n\nDear Sir or Madam,\n\nI hope you are well. I have recently moved to a new flat. I would therefore like to change my address in the register. Could you please tell me how to do this? Do I need to bring any documents? Thank you very much for your help.\n\nKind regards,\n[Your Name]',
    ],
  },
  'email-10': {
    'less than 5 sentences': [
      'Subject: RIP tomatoes\n\nHi Hugo,\n\nYou won’t believe it: a hailstorm flattened all my tomato plants yesterday! How is your garden doing?\n\nCheers,\n[Your Name]',
      'Subject: Pottery\n\nHi Iris,\n\nThe first evening of my pottery course was a blast! My bowl looks like an ashtray, but I love it.\n\nHugs,\n[Your Name]',
    ],
    'at least 5 sentences': [
      'Subject: RIP tomatoes\n\nHi Hugo,\n\nYou won’t believe what happened yesterday. A hailstorm flattened all my tomato plants! I could only watch from the window. The stones were as big as marbles. How is your garden doing?\n\nCheers,\n[Your Name]',
      'Subject: Pottery\n\nHi Iris,\n\nLast night was the first evening of my pottery course! My first bowl looked more like an ashtray. Still, I had a great time. The teacher is patient and funny. You should come along!\n\nHugs,\n[Your Name]',
    ],
  },
}
