import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_BRAND } from '#domain/people/brand'
import { canonicalJson } from '@credit-market/values/canonical'
import { certificatePaperLines } from '#domain/credit/certificate-paper'
import { certificatePage } from '#front/pages/certificate'
import { renderCertificatePdf } from '#server/certificates/pdf'
import { createQrCode } from '#server/certificates/square-code'
import { aCertificate } from '../builders/certificate.ts'
import { type StructurePart, partsIn, readPdf } from '../builders/pdf.ts'
import { createGreyPng } from '../http/png-of.ts'

const paper = aCertificate(40)
const letterhead = { accent: '#7a1f4b', logo: createGreyPng(64, 20) }
const signed = JSON.parse(canonicalJson(paper)) as typeof paper
let pdf: ReturnType<typeof readPdf>
let parts: StructurePart[]
beforeAll(async () => {
  pdf = readPdf(await renderCertificatePdf(signed, letterhead))
  parts = partsIn(pdf.root)
})

const ofType = (type: string) => parts.filter(part => part.type === type)

const unescaped = (text: string) =>
  text
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ')
    .trim()

it('has the colour and the logo of the market, or else its default mark', async () => {
  const { body } = certificatePage(signed, {
    ...{ state: 'Current', code: createQrCode(signed.verifyAt) },
    brand: { ...DEFAULT_BRAND, logo: 'ab'.repeat(32) },
  })
  expect(body.markup).toContain('<img class="brand-mark" src="/brand/logo.png?v=')
  // #7a1f4b, as pdfkit writes colours.
  expect(pdf.contents.join()).toMatch(/0\.478\d* 0\.121\d* 0\.294\d* scn[\s\S]*\/I1 Do/)
  const without = readPdf(
    await renderCertificatePdf(signed, { accent: DEFAULT_BRAND.accentLight, logo: null }),
  )
  expect(without.contents.join()).not.toContain(' Do')
  expect(without.loose).toEqual([])
})

it('names the units that failed, and what replaces them, above its text', () => {
  const { body } = certificatePage(signed, {
    ...{ state: 'Current', code: createQrCode(signed.verifyAt), brand: DEFAULT_BRAND },
    unsound: [
      {
        ...{ serial: 'P8-20250406-1-3959', since: '2026-11-23', until: null, units: 3959 },
        ...{ assurance: 'replaced', replacedBy: 'P6-20250406-53810-57768' },
      },
      {
        ...{ serial: 'P8-20250406-3960-4415', since: '2026-11-23', until: null, units: 456 },
        ...{ assurance: 'failed', replacedBy: null },
      },
    ],
  })
  const text = unescaped(body.markup.slice(0, body.markup.indexOf('<article')).replaceAll(/<[^>]*>/g, ' '))
  expect(text).toContain('has not been valid since 23 Nov 2026')
  expect(text).toMatch(/P8-20250406-1-3959 ?: .*replaced by ?P6-20250406-53810-57768/)
  expect(text).toMatch(
    /P8-20250406-3960-4415 ?: 0\.0456 units failed since 23 Nov 2026, with nothing in their place/,
  )
})

describe('a certificate has the same text', () => {
  it('in the PDF, in the order of its structure, as in the signed JSON', () => {
    const texts = parts.filter(({ parts: inside, type }) => inside.length === 0 && type !== 'Figure')
    expect(texts.map(({ text }) => text)).toEqual(certificatePaperLines(signed))
  })

  it('in HTML', () => {
    const { body } = certificatePage(signed, {
      state: 'Current',
      code: createQrCode(signed.verifyAt),
      brand: DEFAULT_BRAND,
    })
    const article = body.markup.slice(body.markup.indexOf('<article'))
    const texts = [...article.matchAll(/<(h1|h2|p|dt|dd|caption|th|td)\b[^>]*>([^<]*)</g)]
    expect(texts.map(([, , text = '']) => unescaped(text))).toEqual(certificatePaperLines(signed))
  })

  it('in all formats, without amounts of money', () => {
    expect(canonicalJson(paper)).not.toMatch(/£|price|payment|pence|bid/i)
  })

  it('in the same bytes each time', async () => {
    expect(
      (await renderCertificatePdf(signed, letterhead)).equals(await renderCertificatePdf(paper, letterhead)),
    ).toBe(true)
  })
})

// The rules of PDF/UA-1 (ISO 14289-1) that apply to such a document, numbered by its clauses.
describe('the PDF follows the rules of accessible documents', () => {
  it('declares its standard (5), and is tagged throughout (7.1)', () => {
    expect(pdf.metadata).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(pdf.marks).toContain('/Marked true')
    expect(pdf.loose).toEqual([])
  })

  it('shows its title (7.1) and declares its language (7.2)', () => {
    expect(pdf.metadata).toContain(`Certificate of rights ${paper.number}</rdf:li>`)
    expect(pdf.viewer).toContain('/DisplayDocTitle true')
    expect(pdf.catalogue).toContain('/Lang (en-GB)')
  })

  it('has headings in order, starting at the first level (7.4)', () => {
    expect(pdf.root.type).toBe('Document')
    expect(parts.filter(({ type }) => /^H\d$/.test(type)).map(({ type, text }) => [type, text])).toEqual([
      ['H1', 'Certificate of rights'],
      ['H2', 'Credits'],
      ['H2', 'How to check this certificate'],
    ])
  })

  it('has regular tables whose headers have a scope (7.5)', () => {
    const tables = ofType('Table')
    expect(tables).toHaveLength(3)
    for (const table of tables) {
      const rows = table.parts.filter(({ type }) => type === 'TR')
      expect(new Set(rows.map(row => row.parts.length)).size).toBe(1)
      expect(rows.every(row => row.parts[0]?.type === 'TH')).toBe(true)
    }
    for (const head of ofType('TH')) expect(head.dict).toMatch(/\/O \/Table\s+\/Scope \/(Row|Column)/)
  })

  it('describes its figure and gives its position (7.3)', () => {
    const [figure, ...more] = ofType('Figure')
    expect(more).toEqual([])
    expect(figure?.dict).toContain(`/Alt (QR code that opens ${paper.verifyAt})`)
    expect(figure?.dict).toContain('/BBox')
  })

  it('has a tab order by structure (7.18.3), and marked content on each page', () => {
    expect(pdf.pages.length).toBeGreaterThan(1)
    for (const page of pdf.pages) expect(page).toMatch(/\/Tabs \/S\b/)
    for (const page of pdf.pages) expect(page).toContain('/StructParents')
  })

  it('embeds all its fonts, with a mapping to Unicode (7.21)', () => {
    expect(pdf.descriptors.length).toBeGreaterThan(0)
    for (const descriptor of pdf.descriptors) expect(descriptor).toMatch(/\/FontFile[23] /)
    for (const font of pdf.fonts) expect(font).toContain('/ToUnicode')
  })
})

it('has a map of the land before the part about checking, drawn as paths, with its source in words', async () => {
  const picture = {
    land: { path: 'M0 0l400 0 0 300-400 0z', unit: 0.5 },
    names: [{ name: 'Somerset', x: 80, y: 60 }],
    ...{ box: { x: 20, y: 20, width: 160, height: 112 }, where: null, out: null, placed: 1, unplaced: 0 },
    spots: [{ x: 100, y: 70, count: 1, name: 'Sedge Mead', to: null, isExact: false }],
  }
  const land = [
    {
      map: {
        heading: 'Where the land is',
        picture,
        alt: 'Map of the planning authorities around Sedge Mead',
      },
    },
    { paragraph: 'Contains Ordnance Survey data' },
  ]
  const drawn = readPdf(await renderCertificatePdf(signed, letterhead, land))
  expect(drawn.loose).toEqual([])
  expect(drawn.contents.join()).not.toBe(pdf.contents.join())
  const texts = partsIn(drawn.root).filter(({ type }) => ['H1', 'H2', 'P', 'Figure'].includes(type))
  const at = texts.findIndex(({ text }) => text === 'Where the land is')
  expect(texts[at + 1]?.type).toBe('Figure')
  expect(texts[at + 2]?.text).toBe('Contains Ordnance Survey data')
  expect(texts[at + 3]?.text).toBe('How to check this certificate')
})
