-- Whose usage is looked at each hour: whether a balance is low by what is used of it and not charged yet.
create index subscription_usage_running on subscription_usage (organization_id) where next_at is not null;
