/** Status of a proposal for the person who made it: who has to approve it, and who can. */
export const ownProposalText = (of: {
  /** Organisation that must agree, if it is not the proposer's own. */
  owner: string | undefined
  /** Names of those who can approve it, such as `Ann Lee or Bob Ray`; empty if there is no one. */
  approvers: string
}): string => {
  if (of.owner === undefined)
    return of.approvers === ''
      ? 'You proposed this, so a colleague must approve it. No colleague can do that yet: invite one.'
      : `You proposed this, so a colleague must approve it: ${of.approvers}.`
  return of.approvers === ''
    ? `You proposed this, so ${of.owner} must agree to it. No one there can do that yet: invite someone from their organisation.`
    : `You proposed this, so ${of.owner} must agree to it: ${of.approvers}.`
}

export const approveTitle = (count: number): string =>
  count === 1 ? 'Approve 1 proposal' : `Approve ${count} proposals`
