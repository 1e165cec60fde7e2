import { describe, expect, it } from 'vitest'
import { isRichText, listMentions, normaliseRichText, plainTextOf } from './comment.ts'

const rich = (...children: object[]) => JSON.stringify({ root: { type: 'root', format: 'x', children } })

describe('rich text', () => {
  it('keeps paragraphs, mentions and line breaks, and nothing else', () => {
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
    expect(JSON.parse(normaliseRichText({ json }).json)).toEqual({
      root: {
        type: 'root',
        children: [
          { type: 'paragraph', children: [{ type: 'text', text: '<b>Hello</b>' }] },
          { type: 'paragraph', children: [{ type: 'linebreak' }, mention] },
          { type: 'text', text: 'here' },
        ],
      },
    })
    expect(listMentions(json)).toEqual([{ id: 'ada', kind: 'user', name: 'Ada' }])
  })

  it('has a plain text with its paragraphs, line breaks and mentions', () => {
    const words = (text: string) => ({ type: 'text', text })
    const paragraph = (...children: object[]) => ({ type: 'paragraph', children })
    const ada = { type: 'beautifulMention', trigger: '#', value: 'Ada', data: { id: 'ada', kind: 'user' } }
    const json = rich(
      paragraph(words('Dear '), ada, { type: 'linebreak' }, words('please ')),
      paragraph({ type: 'link', url: 'x', children: [words('look')] }),
    )
    expect(plainTextOf(json)).toBe('Dear @Ada\nplease \n\nlook')
    expect(normaliseRichText({ json }).text).toBe(plainTextOf(json))
    expect(plainTextOf(rich(paragraph(words('  '))))).toBe('')
  })

  it('is refused with characters that cannot be stored', () => {
    for (const text of ['\ud83d', '\0']) expect(isRichText(rich({ type: 'text', text }))).toBe(false)
    expect(isRichText(rich({ type: 'beautifulMention', value: 'A', data: { id: '\0', kind: 'user' } }))).toBe(
      false,
    )
  })

  it('is not accepted as arbitrary text', () => {
    for (const json of ['', 'null', '[]', '{}', '{"root":null}', '{"root":{"children":3}}', '{'])
      expect([json, isRichText(json)]).toEqual([json, false])
    expect(isRichText(rich())).toBe(true)
  })

  it('is cut off where it is nested too deeply', () => {
    const deep = Array.from({ length: 500 }).reduce<object>(child => ({ type: 'list', children: [child] }), {
      type: 'text',
      text: 'bottom',
    })
    expect(normaliseRichText({ json: rich(deep) }).json).not.toContain('bottom')
  })
})
