import { nameRule, trimmedText } from '#contract/rules'
import { faultOfAccent } from '#domain/brand'
import { isColour } from '#domain/colours'
import { action, save } from '../kit/action.ts'
import { email, file, hinted, optional, text, toggle } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

const colour = (label: string, hint: string) =>
  text(label, {
    rule: trimmedText.refine(isColour, 'Must be # and six hexadecimal digits, such as #155446'),
    toSaved: colourTyped => colourTyped.toLowerCase(),
    hint,
  })

/** Under what name and by whom the market is run, from now on and everywhere that it shows itself. */
export const changeBrand = action({
  name: 'ChangeBrand',
  on: 'brand',
  title: 'Change the brand',
  description:
    'What is answered here stands on all pages, in letters and on documents from now on. Documents that were signed before keep what they say.',
  who: [operator],
  fields: {
    name: text('Name', { rule: nameRule.max(40, 'Must be 40 characters or fewer') }),
    tagline: text('Tagline', {
      rule: trimmedText.max(120, 'Must be 120 characters or fewer'),
      hint: 'One line for the foot of every page. It must be true of this installation.',
    }),
    contact: hinted(
      email('Contact address'),
      'Where people write to: “Contact us” on every page leads there.',
    ),
    legalName: optional(
      text('Legal name', {
        rule: nameRule,
        hint: 'Who answers for the market before the law; the name of the market where this is left empty.',
      }),
    ),
    year: {
      ...text('Year of the copyright line', {
        hint: 'The year that stands beside the name at the foot of every page.',
      }),
      rule: trimmedText.regex(/^20\d\d$/, 'Must be a year, such as 2025'),
      toSaved: (typed: string) => Number(typed),
      toDraft: (year: number) => String(year),
    },
    accentLight: colour(
      'Accent of the light look',
      'The colour of links, buttons and the mark: # and six hexadecimal digits, dark enough to be read on paper.',
    ),
    accentDark: colour(
      'Accent of the dark look',
      'The same on a dark ground: # and six hexadecimal digits, light enough to be read there.',
    ),
    hasLogo: hinted(toggle('A logo of our own'), 'Else the mark of two leaves stands beside the name.'),
    logo: hinted(
      file('Logo', 'Logo', ['png']),
      'A PNG of at most 1,000 by 1,000 pixels; it is shown as high as the name, on light and on dark grounds.',
    ),
  },
  show: { logo: ({ hasLogo }) => hasLogo === true },
  check: ({ accentLight, accentDark }) => ({
    ...(accentLight && isColour(accentLight) && { accentLight: faultOfAccent(accentLight, 'light') }),
    ...(accentDark && isColour(accentDark) && { accentDark: faultOfAccent(accentDark, 'dark') }),
  }),
  effect: save,
  done: 'The brand has been changed: pages show it when they are opened next',
})
