import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Money, Quantity } from './amounts.tsx'
import { RichTextView } from './rich-text-view.tsx'

it('an amount of pounds has no decimals, and a negative one stands out', () => {
  expect(renderToStaticMarkup(<Money pounds={1234.4} />)).toBe('<span class="num">£1,234</span>')
  expect(renderToStaticMarkup(<Money pounds={-1234} />)).toContain('num-negative')
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

it('rich text draws nothing as markup that somebody wrote', () => {
  const root = { type: 'root', children: [text('<script>alert(1)</script>')] }
  expect(drawn(JSON.stringify({ root }))).not.toContain('<script>')
})

it('rich text that cannot be read says that an error was thrown', () => {
  expect(drawn('{')).toContain('An error was thrown.')
})
