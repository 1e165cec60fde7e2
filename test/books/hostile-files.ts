import { deflateRawSync } from 'node:zlib'
import { packed, partsOf, sheetXml } from './made.ts'
import { changed, formula, good, link, raw, SHEET_A1, size, withParts } from './spoil.ts'

/** A kind of workbook that is refused: what it is, how it is made, and what is said of it. */
export type Hostile = [what: string, content: () => Buffer, why: RegExp]

const MACRO = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'
const MANY = 100_001
const zeros = Buffer.alloc(12 * 1024 * 1024)

/** Files that are hostile whatever their sheets say. */
export const HOSTILE_FILES: Hostile[] = [
  // The file is another one than it says.
  ['nothing', () => Buffer.alloc(0), /empty/],
  ['an old .xls, renamed', () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex'), /\.xls\)/],
  [
    'one locked with a password',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    /locked with a password/,
  ],
  ['a binary .xlsb, renamed', () => packed({ ...good(), 'xl/workbook.bin': 'x' }), /\.xlsb/],
  ['a page, renamed', () => Buffer.from('<html><table><tr><td>4.1'), /not of an accepted type/],
  ['a list in CSV, renamed', () => Buffer.from('a,b\n1,2\n'), /not of an accepted type/],
  [
    'a document of Word, renamed',
    () =>
      packed({
        '[Content_Types].xml':
          '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        'word/document.xml': '<w/>',
      }),
    /not of an accepted type/,
  ],
  [
    'a template, renamed',
    () => changed('[Content_Types].xml', 'sheet.main', 'template.main'),
    /not of an accepted type/,
  ],
  ['one that says nowhere what it is', () => raw(files => files.shift()), /not of an accepted type/],
  [
    'one that says it is a picture',
    () =>
      changed(
        '[Content_Types].xml',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
        'image/png',
      ),
    /not of an accepted type/,
  ],
  [
    'a workbook that is a PDF too',
    () => Buffer.concat([Buffer.from('%PDF-1.7\n'), packed(good())]),
    /not of an accepted type/,
  ],
  // The archive is broken or harms whoever unpacks it.
  ['half of one', () => packed(good()).subarray(0, 900), /broken|accepted type/],
  ['one without its directory', () => packed(good()).subarray(0, -40), /broken/],
  ['one with something after it', () => Buffer.concat([packed(good()), Buffer.from('<script>')]), /broken/],
  ['a wrong checksum', () => raw(files => Object.assign(files.at(5)!, { crc: 7 })), /checksums are wrong/],
  ['a bomb', () => withParts({ 'xl/media/image1.png': zeros }), /suspiciously tight/],
  [
    'a bomb that lies about its size',
    () =>
      raw(files =>
        files.push(
          Object.assign(
            { name: 'xl/media/a.png', content: '', isDeflated: true },
            { content: zeros as unknown as string, claims: 9 },
          ),
        ),
      ),
    /broken/,
  ],
  [
    'a sheet larger than any',
    () => raw(files => Object.assign(files.at(5)!, { claims: 150 * 1024 * 1024 })),
    /tight|broken/,
  ],
  ['an archive in it', () => withParts({ 'xl/media/image1.png': packed({ a: 'b' }) }), /another archive/],
  ['an archive by its name in it', () => withParts({ 'xl/embeddings/plans.zip': 'x' }), /another archive/],
  ['a workbook in it', () => withParts({ 'xl/embeddings/Sheet1.xlsx': packed(good()) }), /another archive/],
  [
    'a gzip in it',
    () =>
      withParts({
        'xl/media/image1.png': Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), deflateRawSync('x')]),
      }),
    /another archive/,
  ],
  ['a program in it', () => withParts({ 'xl/embeddings/setup.exe': 'x' }), /a program/],
  [
    'a program in disguise in it',
    () => withParts({ 'xl/embeddings/oleObject1.bin': Buffer.from([0x4d, 0x5a, 0x90, 0, 3]) }),
    /a program/,
  ],
  ['a path that climbs out', () => withParts({ '../../etc/cron.d/evil': 'x' }), /outside itself/],
  ['a path from the root', () => withParts({ '/etc/passwd': 'x' }), /outside itself/],
  ['a path for Windows', () => withParts({ 'xl\\evil': 'x' }), /outside itself/],
  [
    'a link in the archive',
    () =>
      raw(files =>
        files.push(
          Object.assign({ name: 'xl/a', content: '/etc/passwd', isDeflated: false }, { isLink: true }),
        ),
      ),
    /links/,
  ],
  ['a locked part', () => raw(files => Object.assign(files.at(5)!, { isLocked: true })), /password/],
  [
    'too many parts',
    () => withParts(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`xl/media/${at}`, '']))),
    /more than 1000/,
  ],
  [
    'a part twice',
    () => raw(files => files.push({ name: SHEET_A1, content: '<worksheet/>', isDeflated: true })),
    /same name/,
  ],
  [
    'a known virus',
    () => withParts({ 'xl/media/a.png': 'X5O!P%EICAR-STANDARD-ANTIVIRUS-TEST-FILE!' }),
    /virus/,
  ],
  // Its XML.
  [
    'entities that grow',
    () =>
      withParts({
        [SHEET_A1]: '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>',
      }),
    /outside it/,
  ],
  [
    'an entity from a file',
    () => withParts({ 'xl/styles.xml': '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>' }),
    /outside it/,
  ],
  [
    'a sheet in UTF-16',
    () => withParts({ [SHEET_A1]: Buffer.from('\uFEFF<worksheet/>', 'utf16le') }),
    /UTF-8/,
  ],
  [
    'texts by the hundred thousand',
    () =>
      withParts({
        'xl/sharedStrings.xml': `<sst>${Array.from({ length: MANY }, (_, at) => `<si><t>${at * 7919}</t></si>`).join('')}</sst>`,
      }),
    /more than 100,000 texts/,
  ],
  ['a text that is not there', () => size('<c r="H11" t="s"><v>99</v></c>'), /not there/],
  // What leads elsewhere, or starts something.
  [
    'a link that calls a program (DDE)',
    () =>
      withParts({
        'xl/externalLinks/externalLink1.xml':
          '<externalLink><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>',
      }),
    /DDE/,
  ],
  [
    'a link that calls a program (OLE)',
    () =>
      withParts({
        'xl/externalLinks/externalLink1.xml': '<externalLink><oleLink progId="Package"/></externalLink>',
      }),
    /OLE/,
  ],
  ['a link to a page', () => withParts(link('https://example.org/a.xlsx')), /on the network/],
  ['a link to a share', () => withParts(link('smb://example.org/a')), /on the network/],
  ['a formula that starts a program', () => formula('cmd|&apos;/c calc&apos;!A1'), /calls another program/],
  [
    'a formula that fetches a page',
    () => formula('WEBSERVICE("http://example.org/"&amp;A1)'),
    /calls another program/,
  ],
  [
    'a formula that calls a library',
    () => formula('CALL("urlmon","URLDownloadToFileA","JJCCJJ",0)'),
    /calls another program/,
  ],
  ['a formula that asks a server', () => formula('RTD("x.y",,"z")'), /calls another program/],
  ['macros of Excel 4.0', () => withParts({ 'xl/macrosheets/sheet1.xml': '<x/>' }), /Excel 4\.0 macros/],
  ['a dialog', () => withParts({ 'xl/dialogsheets/sheet1.xml': '<x/>' }), /dialog/],
  ['ActiveX', () => withParts({ 'xl/activeX/activeX1.bin': 'x' }), /ActiveX/],
  ['a connection', () => withParts({ 'xl/connections.xml': '<connections/>' }), /fetches data/],
  ['a query', () => withParts({ 'xl/queryTables/queryTable1.xml': '<x/>' }), /fetches data/],
  ['menus of its own', () => withParts({ 'customUI/customUI.xml': '<x/>' }), /menus/],
  [
    'only macros, and no metric',
    () =>
      packed({
        ...partsOf({ Sheet1: sheetXml({ A1: 1 }) }),
        '[Content_Types].xml': `<Types><Override ContentType="${MACRO}"/></Types>`,
        'xl/vbaProject.bin': 'x',
      }),
    /neither/,
  ],
]
