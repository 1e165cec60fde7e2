import { DECLARATION_CATEGORIES, DECLARATION_CATEGORY_LABELS } from '#domain/declaration'
import { hinted, longText, name, oneOf, toggle } from '../kit/fields.ts'
import { settingActions } from './setting-actions.ts'

/** The declarations that rounds can ask for; a round keeps the text as it was when it took it over. */
export const declarationActions = settingActions({
  kind: 'declaration',
  name: 'Declaration',
  noun: 'declaration',
  fields: {
    name: name('Name'),
    declaration: longText('Declaration'),
    category: hinted(
      oneOf('Category', DECLARATION_CATEGORIES, DECLARATION_CATEGORY_LABELS),
      'In which form it is asked.',
    ),
    isForAgents: toggle('For agents'),
    isForParticipants: toggle('For participants'),
  },
  initial: { isForAgents: false, isForParticipants: false },
  check: ({ isForAgents, isForParticipants }) =>
    isForAgents === false && isForParticipants === false
      ? { isForParticipants: 'Must be for agents or participants or both' }
      : {},
})
