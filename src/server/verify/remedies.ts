/** Remedy for a difference, by the part of the verification that found it. */
export const REMEDIES: Readonly<Record<string, string>> = {
  log: 'Hold it against a receipt, a line noted elsewhere or a witness; restore a backup that verifies, or say what happened (npm run explain-fault).',
  rows: 'Find out who wrote to the database, and change its passwords. Put the row back as a backup that verifies has it; what was done outside an action stays named.',
  trail: 'Find out who wrote to the database, and put the status back to the one that the log tells.',
  registry: 'Stop issuing and redeeming, and restore a backup that verifies.',
  market: 'Compare the result with the audit that was filed, and restore a backup that verifies.',
  certificates:
    'Revoke the certificate and make another, after the row is back as a backup that verifies has it.',
  land: 'Have the operator decide which project gives up the land, and revoke its certification.',
  documents: 'Put the file with this SHA-256 back from a backup (npm run restore into an empty folder).',
}
