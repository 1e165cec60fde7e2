import { beforeAll, describe, expect, it } from 'vitest'
import { BRAND } from '#domain/brand'
import { canonicalJson } from '#domain/canonical'
import { linesOf } from '#domain/certificate-paper'
import { certificatePage } from '#front/pages/certificate'
import { pdfOf } from '#server/certificates/pdf'
import { squareCode } from '#server/certificates/square-code'
import { aCertificate } from '../builders/certificate.ts'
import { type Part, partsIn, readPdf } from '../builders/pdf.ts'
import { png } from '../http/png-of.ts'

const paper = aCertificate(40)
const letterhead = { accent: '#7a1f4b', logo: png(64, 20) }
const signed = JSON.parse(canonicalJson(paper)) as typeof paper
let pdf: ReturnType<typeof readPdf>
let parts: Part[]
beforeAll(async () => {
  pdf = readPdf(await pdfOf(signed, letterhead))
  parts = partsIn(pdf.root)
})

const ofType = (type: string) => parts.filter(part => part.type === type)

const unescaped = (text: string) =>
  text
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll(/\s+/g, ' ')
    .trim()

it('bears the colour and the logo of the market, else its mark', async () => {
  const { body } = certificatePage(signed, {
    ...{ state: 'Current', code: squareCode(signed.verifyAt) },
    brand: { ...BRAND, logo: 'ab'.repeat(32) },
  })
  expect(body.markup).toContain('<img class="brand-mark" src="/brand/logo.png?v=')
  // #7a1f4b, as pdfkit writes colours.
  expect(pdf.contents.join()).toMatch(/0\.478\d* 0\.121\d* 0\.294\d* scn[\s\S]*\/I1 Do/)
  const without = readPdf(await pdfOf(signed, { accent: BRAND.accentLight, logo: null }))
  expect(without.contents.join()).not.toContain(' Do')
  expect(without.loose).toEqual([])
})

describe('a certificate says the same', () => {
  it('as PDF, in the order of its structure, as in the JSON that is signed', () => {
    const texts = parts.filter(({ parts: inside, type }) => inside.length === 0 && type !== 'Figure')
    expect(texts.map(({ text }) => text)).toEqual(linesOf(signed))
  })

  it('as HTML', () => {
    const { body } = certificatePage(signed, {
      state: 'Current',
      code: squareCode(signed.verifyAt),
      brand: BRAND,
    })
    const article = body.markup.slice(body.markup.indexOf('<article'))
    const texts = [...article.matchAll(/<(h1|h2|p|dt|dd|caption|th|td)\b[^>]*>([^<]*)</g)]
    expect(texts.map(([, , text = '']) => unescaped(text))).toEqual(linesOf(signed))
  })

  it('and never tells of money', () => {
    expect(canonicalJson(paper)).not.toMatch(/£|price|payment|pence|bid/i)
  })

  it('in the same bytes each time', async () => {
    expect((await pdfOf(signed, letterhead)).equals(await pdfOf(paper, letterhead))).toBe(true)
  })
})

// The rules of PDF/UA-1 (ISO 14289-1) as far as they bear on such a document; the numbers are those of its clauses.
describe('the PDF keeps the rules of accessible documents', () => {
  it('says that it does (5), and is tagged throughout (7.1)', () => {
    expect(pdf.metadata).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(pdf.marks).toContain('/Marked true')
    expect(pdf.loose).toEqual([])
  })

  it('shows its title (7.1) and says its language (7.2)', () => {
    expect(pdf.metadata).toContain(`Certificate of rights ${paper.number}</rdf:li>`)
    expect(pdf.viewer).toContain('/DisplayDocTitle true')
    expect(pdf.catalogue).toContain('/Lang (en-GB)')
  })

  it('has headings in order, the first of the first level (7.4)', () => {
    expect(pdf.root.type).toBe('Document')
    expect(parts.filter(({ type }) => /^H\d$/.test(type)).map(({ type, text }) => [type, text])).toEqual([
      ['H1', 'Certificate of rights'],
      ['H2', 'Credits'],
      ['H2', 'How to check this certificate'],
    ])
  })

  it('has tables of even rows with heads that say whose they are (7.5)', () => {
    const tables = ofType('Table')
    expect(tables).toHaveLength(3)
    for (const table of tables) {
      const rows = table.parts.filter(({ type }) => type === 'TR')
      expect(new Set(rows.map(row => row.parts.length)).size).toBe(1)
      expect(rows.every(row => row.parts[0]?.type === 'TH')).toBe(true)
    }
    for (const head of ofType('TH')) expect(head.dict).toMatch(/\/O \/Table\s+\/Scope \/(Row|Column)/)
  })

  it('says what its figure is, and where it lies (7.3)', () => {
    const [figure, ...more] = ofType('Figure')
    expect(more).toEqual([])
    expect(figure?.dict).toContain(`/Alt (Square code that leads to ${paper.verifyAt})`)
    expect(figure?.dict).toContain('/BBox')
  })

  it('goes through its pages by their structure (7.18.3), each of them with marks', () => {
    expect(pdf.pages.length).toBeGreaterThan(1)
    for (const page of pdf.pages) expect(page).toMatch(/\/Tabs \/S\b/)
    for (const page of pdf.pages) expect(page).toContain('/StructParents')
  })

  it('has all its letters in it, with what they stand for (7.21)', () => {
    expect(pdf.descriptors.length).toBeGreaterThan(0)
    for (const descriptor of pdf.descriptors) expect(descriptor).toMatch(/\/FontFile[23] /)
    for (const font of pdf.fonts) expect(font).toContain('/ToUnicode')
  })
})
