import { describe, expect, it } from 'vitest'
import { isRichText, mentionsIn, normaliseRichText } from './comment.ts'

const rich = (...children: object[]) => JSON.stringify({ root: { type: 'root', format: 'x', children } })

describe('rich text', () => {
  it('rich text keeps paragraphs, mentions and line breaks, and nothing else', () => {
    const mention = {
      type: 'beautifulMention',
      trigger: '@',
      value: 'Ada',
      data: { id: 'ada', kind: 'user' },
    }
    const json = rich(
      {
        type: 'paragraph',
        style: 'color:red',
        children: [{ type: 'text', text: '<b>Hello</b>', format: 1 }],
      },
      { type: 'paragraph', children: [{ type: 'linebreak' }, { ...mention, onClick: 'steal()' }] },
      { type: 'link', url: 'javascript:steal()', children: [{ type: 'text', text: 'here' }] },
      { type: 'image', src: 'https://evil.example' },
    )
    expect(JSON.parse(normaliseRichText({ text: 'Hello', json }).json)).toEqual({
      root: {
        type: 'root',
        children: [
          { type: 'paragraph', children: [{ type: 'text', text: '<b>Hello</b>' }] },
          { type: 'paragraph', children: [{ type: 'linebreak' }, mention] },
          { type: 'text', text: 'here' },
        ],
      },
    })
    expect(mentionsIn(json)).toEqual([{ id: 'ada', kind: 'user', name: 'Ada' }])
  })

  it('rich text is not just any text', () => {
    for (const json of ['', 'null', '[]', '{}', '{"root":null}', '{"root":{"children":3}}', '{'])
      expect([json, isRichText(json)]).toEqual([json, false])
    expect(isRichText(rich())).toBe(true)
  })

  it('rich text is cut off where it is nested without end', () => {
    const deep = Array.from({ length: 500 }).reduce<object>(child => ({ type: 'list', children: [child] }), {
      type: 'text',
      text: 'bottom',
    })
    expect(normaliseRichText({ text: 'x', json: rich(deep) }).json).not.toContain('bottom')
  })
})
