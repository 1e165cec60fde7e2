import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ShowPence, Money, Quantity } from './amounts.tsx'
import { TableBody } from '../table/table-body.tsx'
import { RichTextView } from './rich-text-view.tsx'

it('an amount of pounds has no decimals, and a negative one is highlighted', () => {
  expect(renderToStaticMarkup(<Money pounds={1234.4} />)).toBe('<span class="num">£1,234</span>')
  expect(renderToStaticMarkup(<Money pounds={-1234} />)).toContain('num-negative')
})

const shownIn = (markup: string) => markup.match(/£[\d,.]+/g)

it('whole pounds and pence are never mixed in a card', () => {
  const two = (
    <>
      <Money pounds={1234.5} />
      <Money pounds={10} />
    </>
  )
  expect(shownIn(renderToStaticMarkup(<ShowPence>{two}</ShowPence>))).toEqual(['£1,234.50', '£10.00'])
  expect(shownIn(renderToStaticMarkup(<ShowPence amounts={[1234.5, 10]}>{two}</ShowPence>))).toEqual([
    '£1,234.50',
    '£10.00',
  ])
  expect(shownIn(renderToStaticMarkup(<ShowPence amounts={[10, null]}>{two}</ShowPence>))).toEqual([
    '£1,235',
    '£10',
  ])
  // Amounts within a statement follow the statement.
  expect(
    shownIn(
      renderToStaticMarkup(
        <ShowPence>
          <ShowPence amounts={[10]}>{two}</ShowPence>
        </ShowPence>,
      ),
    ),
  ).toEqual(['£1,234.50', '£10.00'])
})

it('all amounts of a table have pence if one has', () => {
  const pounds = (row: { amount: number }) => row.amount
  const columns = [
    { id: 'name', header: 'Name', cell: (row: { id: string }) => row.id },
    { id: 'amount', header: 'Bid', pounds, cell: (row: { amount: number }) => <Money pounds={row.amount} /> },
  ]
  const drawnWith = (...amounts: number[]) =>
    renderToStaticMarkup(
      <TableBody
        caption="Bids"
        columns={columns}
        rows={amounts.map((amount, at) => ({ id: String(at), amount }))}
      />,
    )
  expect(shownIn(drawnWith(10, 20))).toEqual(['£10', '£20'])
  expect(shownIn(drawnWith(10, 20.5))).toEqual(['£10.00', '£20.50'])
})

it('a quantity of units has two decimals', () => {
  expect(renderToStaticMarkup(<Quantity units={1.5} of="ha" />)).toContain('1.50 ha')
})

const drawn = (json: string) => renderToStaticMarkup(<RichTextView text="" json={json} />)
const text = (words: string) => ({ type: 'text', text: words })

it('rich text has paragraphs, mentions and line breaks', () => {
  const mention = { type: 'beautifulMention', trigger: '@', value: 'Person eve' }
  const children = [text('Ask '), mention, { type: 'linebreak' }, text('today')]
  const root = { type: 'root', children: [{ type: 'paragraph', children }] }
  expect(drawn(JSON.stringify({ root }))).toContain(
    '<p>Ask <span class="mention">@Person eve</span><br/>today</p>',
  )
})

it('rich text never renders what someone wrote as markup', () => {
  const root = { type: 'root', children: [text('<script>alert(1)</script>')] }
  expect(drawn(JSON.stringify({ root }))).not.toContain('<script>')
})

it('rich text that cannot be read says that an error was thrown', () => {
  expect(drawn('{')).toContain('An error was thrown.')
})
