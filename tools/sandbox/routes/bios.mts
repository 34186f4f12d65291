import type { Sandbox } from '../context.mts';
import { findOrRefuse } from '../envelope.mts';
import { USER_ID } from './account.mts';

/** A bio page as it is kept; its table and routes are in bioPages.mts. */
export interface BioRow {
	id: number;
	name: string;
	slug: string;
	bio: string;
	avatar: string | null;
	theme: string;
	seo_title: string;
	seo_description: string;
	domain: string | null;
	views: number;
	created_at: string;
}

/** The bio page with this id, or a 404. */
export function findBio(sandbox: Sandbox, id: number): BioRow {
	return findOrRefuse(sandbox, 'bios', id, 'bio page');
}

/** The bio page with this slug, if there is one. */
export function getBioBySlug({ store }: Sandbox, slug: string): BioRow | undefined {
	return store.get<BioRow>('SELECT * FROM bios WHERE slug = ?', slug);
}

/** Where visitors see a bio page. */
export function getBioUrl(sandbox: Sandbox, row: Pick<BioRow, 'slug'>): string {
	return `${sandbox.url}/bio/${row.slug}`;
}

/** Tells the subscribers of `bio.updated` what changed on a page. */
export function emitBioUpdated(sandbox: Sandbox, id: number, names: string[]): void {
	const { slug } = findBio(sandbox, id);
	sandbox.deliveries.emit('bio.updated', { bioId: id, slug, changes: names, userId: USER_ID });
}
