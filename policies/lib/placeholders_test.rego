package skillctl.lib.placeholders_test

import data.skillctl.lib.placeholders

test_domains_that_stand_for_others if {
	every name in ["example.com", "shop.example", "a.test", "firm.tld", "your-company.com", "mysite.org", "b.com", "company.com", "attacker.com", "<host>.dev", "your-app.vercel.app", "my-project-id.cloudfunctions.net"] {
		placeholders.domain(name)
	}
}

test_domains_of_somebody if {
	every name in ["hue-picker.dev", "anysite.dev", "x.dev", "gateway.dev", "your-books.dev", "team.email", "company-kelp.com", "yourkelp.com", "kelp.vercel.app", "[2a01:4f8::1]"] {
		not placeholders.domain(name)
	}
}

test_accounts_that_stand_for_others if {
	every name in ["my-bucket", "mybucket", "your-org", "example-data", "AC00000000", "abc123", "us-central1-project-id", "BUCKET_NAME", "${NAME}", "acme-in"] {
		placeholders.account(name)
	}
}

# A word that somebody puts into a name of their own says nothing.
test_accounts_of_somebody if {
	every name in ["kelp-demo", "my-kelp", "kelp-example-intake", "data-lake-prod", "backup", "kelp-123456", "yourkelp", "shared-audit-uploads"] {
		not placeholders.account(name)
	}
}
