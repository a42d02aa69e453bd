/** The URL of an incident, which is the same for all roles. Null without a public address. */
export function incidentUrl(publicUrl: string | null, id: number): string | null {
  return publicUrl === null ? null : `${publicUrl}/app/incidents/${id}`;
}

/** The URL of the administrators' list of a subscriber's open incidents. Null without a public address. */
export function openIncidentsUrl(publicUrl: string | null, teamId: number): string | null {
  return publicUrl === null ? null : `${publicUrl}/app/incidents?team_id=${teamId}`;
}
