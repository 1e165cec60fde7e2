import { nameRule, trimmedText } from '#contract/people/rules'
import { findAccentError } from '#domain/people/brand'
import { isColour } from '#domain/values/colours'
import { action, saveAnswers } from '../kit/action.ts'
import { email, file, withHint, optional, text, toggle } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

const colour = (label: string, hint: string) =>
  text(label, {
    rule: trimmedText.refine(isColour, 'Must be # and six hexadecimal digits, such as #155446'),
    toSaved: colourTyped => colourTyped.toLowerCase(),
    hint,
  })

/** Changes name and legal entity of the market, from now on and everywhere. */
export const changeBrand = action({
  name: 'ChangeBrand',
  on: 'brand',
  title: 'Change the brand',
  description:
    'All pages, emails and new documents use these answers from now on. Signed documents do not change.',
  who: [operator],
  fields: {
    name: text('Name', { rule: nameRule.max(40, 'Must be 40 characters or fewer') }),
    tagline: text('Tagline', {
      rule: trimmedText.max(120, 'Must be 120 characters or fewer'),
      hint: 'One line at the bottom of every page. It must be true for this installation.',
    }),
    contact: withHint(email('Contact address'), 'The email address that “Contact us” on every page opens.'),
    legalName: optional(
      text('Legal name', {
        rule: nameRule,
        hint: 'The legal entity that runs the market. If you leave this empty, the name of the market is used.',
      }),
    ),
    year: {
      ...text('Year of the copyright line', {
        hint: 'The year next to the name at the bottom of every page.',
      }),
      rule: trimmedText.regex(/^20\d\d$/, 'Must be a year, such as 2025'),
      toSaved: (typed: string) => Number(typed),
      toDraft: (year: number) => String(year),
    },
    accentLight: colour(
      'Accent colour of the light theme',
      'The colour of links, buttons and the logo: # and six hexadecimal digits. It must be dark enough to read on white.',
    ),
    accentDark: colour(
      'Accent colour of the dark theme',
      'The colour of links, buttons and the logo on a dark background: # and six hexadecimal digits. It must be light enough to read on black.',
    ),
    hasLogo: withHint(toggle('Use your own logo'), 'If you do not, two leaves appear next to the name.'),
    logo: withHint(
      file('Logo', 'Logo', ['png']),
      'A PNG of at most 1,000 by 1,000 pixels. We show it as high as the name. It must work on light and dark backgrounds.',
    ),
  },
  show: { logo: ({ hasLogo }) => hasLogo === true },
  check: ({ accentLight, accentDark }) => ({
    ...(accentLight && isColour(accentLight) && { accentLight: findAccentError(accentLight, 'light') }),
    ...(accentDark && isColour(accentDark) && { accentDark: findAccentError(accentDark, 'dark') }),
  }),
  effect: saveAnswers,
  done: 'The brand has been changed. Reload a page to see it',
})
